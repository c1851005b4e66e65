import {
  type Fetch,
  type HttpLimits,
  type Listening,
  listen,
  type UnreadCode,
  usualLimits,
} from '../http/listen.ts';
import { freePort } from './runtime.ts';
import { StartProblem } from './startProblem.ts';

interface Address {
  readonly host: string;
  readonly port: number;
}

/** Listens. Rejects with a `StartProblem` where the address cannot be had; `portName` and `hostName` are the settings that gave it. */
export function open(
  fetch: Fetch,
  at: Address,
  portName: string,
  hostName: string,
  refuse: (code: UnreadCode) => Response,
  limits: HttpLimits = usualLimits,
): Promise<Listening> {
  return listen(fetch, at, limits, refuse).catch((error: unknown) => {
    throw portProblem(error, at, portName, hostName);
  });
}

/** A free port of the host. Rejects with a `StartProblem` where the host is not of this machine. */
export async function freePortOf({ host, port }: Address): Promise<number> {
  return freePort(host).catch((error: unknown) => {
    throw portProblem(error, { host, port }, 'PORT', 'HOST');
  });
}

function portProblem(error: unknown, { host, port }: Address, portName: string, hostName: string): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : null;
  if (code === 'EADDRINUSE') {
    return new StartProblem(
      `Port ${port} is taken by another program: stop it, or set ${portName} to another number.`,
    );
  }
  if (code === 'EACCES')
    return new StartProblem(`Port ${port} is not for this user: set ${portName} to 1024 or more.`);
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') {
    return new StartProblem(`${hostName} ${host} is not an address of this machine.`);
  }
  return error;
}
