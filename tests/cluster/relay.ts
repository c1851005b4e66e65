import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

interface Address {
  readonly host: string;
  /** 0 is any free one. */
  readonly port: number;
}

/** A stretch of network between two programs that speak PostgreSQL's protocol, which a test cuts. */
export interface Relay {
  readonly port: number;
  /** Nothing passes any more, and nobody is told: as when a cable is pulled. */
  cut(): void;
  /** Lets through what comes from now on; what hung is closed. */
  mend(): void;
  close(): void;
}

/** PostgreSQL's requests for encryption, which are answered with N: a relay reads who comes. */
const encryptionRequests = [80877103, 80877104];

/** Passes on what arrives at `at`. `isConcerned`: whether a cut holds for a connection of this user. */
export async function openRelay(
  at: Address,
  to: Address,
  isConcerned: (user: string) => boolean,
): Promise<Relay> {
  let isCut = false;
  const open = new Set<{ sockets: Socket[]; isHeld: () => boolean; hold: () => void }>();
  const server = createServer((near) => {
    near.on('error', () => near.destroy());
    let read: Buffer = Buffer.alloc(0);
    const greet = (bytes: Buffer) => {
      read = Buffer.concat([read, bytes]);
      if (read.length < 8 || read.length < read.readInt32BE(0)) return;
      if (encryptionRequests.includes(read.readInt32BE(4))) {
        read = read.subarray(8);
        near.write('N');
        return;
      }
      near.off('data', greet);
      near.pause();
      pass(near, read);
    };
    near.on('data', greet);
  });

  function pass(near: Socket, greeting: Buffer): void {
    const concerned = isConcerned(/user\0([^\0]*)\0/.exec(greeting.toString('latin1'))?.[1] ?? '');
    const sockets = [near];
    const connection = {
      sockets,
      isHeld: () => concerned,
      hold: () => {
        for (const socket of sockets) socket.unpipe().pause();
      },
    };
    open.add(connection);
    near.once('close', () => open.delete(connection));
    if (isCut && concerned) return;
    const far = connect(to.port, to.host);
    sockets.push(far);
    far.on('error', () => near.destroy());
    far.once('close', () => near.destroy());
    near.once('close', () => far.destroy());
    far.write(greeting);
    near.pipe(far).pipe(near);
  }

  server.listen(at.port, at.host);
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    cut() {
      isCut = true;
      for (const { isHeld, hold } of open) if (isHeld()) hold();
    },
    mend() {
      isCut = false;
      for (const { isHeld, sockets } of open) if (isHeld()) for (const socket of sockets) socket.destroy();
    },
    close() {
      server.close();
      for (const { sockets } of open) for (const socket of sockets) socket.destroy();
    },
  };
}
