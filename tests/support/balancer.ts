import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';

/** A balancer as they stand in front of several servers: it passes connections on, and knows from `/readyz` to whom. */
export interface Balancer {
  readonly port: number;
  /** Whether it sends new connections to the server with this port. */
  isUp(port: number): boolean;
  /** How many connections it has to that server. */
  connectionsTo(port: number): number;
  stop(): Promise<void>;
}

const looksEvery = 20;

/** Starts one before the servers with these ports of 127.0.0.1. A server that takes no connection is passed over, as by `option redispatch`. */
export async function openBalancer(ports: readonly number[]): Promise<Balancer> {
  const servers = ports.map((port) => ({ port, isUp: false, open: new Set<Socket>() }));
  let turn = 0;
  let isStopped = false;

  async function look() {
    while (!isStopped) {
      for (const server of servers) {
        const ready = fetch(`http://127.0.0.1:${server.port}/readyz`, { headers: { connection: 'close' } });
        server.isUp = await ready.then(
          ({ ok }) => ok,
          () => false,
        );
      }
      await wait(looksEvery);
    }
  }

  function passOn(client: Socket, tried: ReadonlySet<number>) {
    const possible = servers.filter(({ port, isUp }) => isUp && !tried.has(port));
    turn += 1;
    const server = possible[turn % possible.length];
    if (!server) {
      client.destroy();
      return;
    }
    const upstream = connect(server.port, '127.0.0.1');
    const refused = () => passOn(client, new Set([...tried, server.port]));
    upstream.once('error', refused);
    upstream.once('connect', () => {
      upstream.off('error', refused);
      server.open.add(upstream);
      upstream.on('error', () => client.destroy());
      upstream.once('close', () => server.open.delete(upstream));
      client.on('error', () => upstream.destroy());
      client.pipe(upstream).pipe(client);
    });
  }

  const listener = createServer((client) => passOn(client, new Set()));
  listener.listen(0, '127.0.0.1');
  await once(listener, 'listening');
  const looking = look();
  return {
    port: (listener.address() as AddressInfo).port,
    isUp: (port) => servers.some((server) => server.port === port && server.isUp),
    connectionsTo: (port) => servers.find((server) => server.port === port)?.open.size ?? 0,
    async stop() {
      isStopped = true;
      await looking;
      listener.close();
      for (const { open } of servers) for (const socket of open) socket.destroy();
    },
  };
}
