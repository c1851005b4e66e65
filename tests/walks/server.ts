import { operatorBase, webAppBase } from '../../contract/call.ts';
import { type ServedBuild, serveBuild } from '../support/servedBuild.ts';

/** The product as a process that is killed and started again on the same data. */
export interface WalkedServer {
  readonly origin: string;
  /** Ends the process: at once, or as a person ends it. Resolves when it is gone. */
  end(isKilled: boolean): Promise<void>;
  /** Resolves when it answers again; at once while it runs. */
  start(): Promise<void>;
  /** A call of the app. Rejects with what was refused. */
  ask<T>(method: 'GET' | 'POST', path: string, token: string | null, body?: unknown): Promise<T>;
  /** A call of the operator. */
  operate<T>(method: 'GET' | 'POST', path: string, body?: unknown): Promise<T>;
  remove(): Promise<void>;
}

const operatorToken = 'the-operator-of-the-walks-0123456789';
const settings = {
  OPERATOR_TOKEN: operatorToken,
  // A walk is many people in an hour, from one address, who pay often.
  TRUSTED_PROXIES: '127.0.0.1,::1',
  CAPTCHA_COST: '1',
  OPEN_QUOTES: '1000',
  QUOTES_PER_MINUTE: '1000',
  ADDRESS_SMALL_LIMIT: '1000000',
  LIMITS_UNVERIFIED: '10000000/10000000',
  LIMITS_VERIFIED: '10000000/10000000',
  OPERATOR_DAILY_LIMIT: '100000000/100000000',
  FOUR_EYES: 'off',
  LOG_LEVEL: 'error',
};

export async function openServer(): Promise<WalkedServer> {
  let served: ServedBuild = await serveBuild({ settings });
  const { dataDir, port, origin } = served;
  let starting: Promise<void> | null = null;
  let isRunning = true;
  return {
    origin,
    async end(isKilled) {
      if (!isRunning) return;
      isRunning = false;
      if (!isKilled) return served.stop();
      const ended = new Promise((resolve) => served.process.once('exit', resolve));
      served.process.kill('SIGKILL');
      await ended;
    },
    start() {
      if (isRunning) return Promise.resolve();
      starting ??= serveBuild({ port, dataDir, settings }).then((again) => {
        served = again;
        isRunning = true;
        starting = null;
      });
      return starting;
    },
    ask: (method, path, token, body) => call(`${origin}${webAppBase}${path}`, method, token, body),
    operate: (method, path, body) =>
      call(`${served.operatorOrigin}${operatorBase}${path}`, method, operatorToken, body),
    remove: async () => {
      await starting;
      await served.remove();
    },
  };
}

let callers = 0;

/** An address of the network for each call of nobody's, so that no walk uses up what another may do. */
function anAddress(): string {
  callers += 1;
  return `10.${(callers >> 16) & 255}.${(callers >> 8) & 255}.${callers & 255}`;
}

async function call<T>(url: string, method: 'GET' | 'POST', token: string | null, body: unknown): Promise<T> {
  const response = await fetch(url, {
    method,
    headers: {
      'content-type': 'application/json',
      ...(token === null ? { 'x-forwarded-for': anAddress() } : { authorization: `Bearer ${token}` }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${url}: ${response.status} ${text}`);
  return text === '' ? (undefined as T) : (JSON.parse(text).data as T);
}
