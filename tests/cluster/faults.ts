import { closeSync, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Cluster, Part } from './cluster.ts';

export interface Fault {
  readonly name: string;
  /** Does it, and answers what ends it. */
  begin(cluster: Cluster): Promise<() => void | Promise<void>>;
  /** Whether payments go on only once it has ended: the service manager starts the part again after a second. */
  readonly needsEnd?: boolean;
  readonly needsDisks?: boolean;
  /** Whether callers get all their answers as if nothing had happened. */
  readonly isUnseen?: boolean;
}

async function killed(part: Part | undefined): Promise<() => void> {
  if (!part) throw new Error('there is no such part');
  await part.kill();
  return () => part.start();
}

/** In the order in which they are tried. */
export const faults: readonly Fault[] = [
  { name: 'kill −9 a server', begin: ({ servers }) => killed(servers[0]) },
  {
    name: 'SIGTERM to a server',
    isUnseen: true,
    async begin({ servers: [server] }) {
      if (!server) throw new Error('there is no server');
      await server.stop();
      return () => server.start();
    },
  },
  { name: 'kill −9 the primary and its keeper', begin: async ({ primary }) => killed(await primary()) },
  { name: 'kill −9 the standby and its keeper', begin: async ({ standby }) => killed(await standby()) },
  { name: 'kill −9 the monitor', begin: ({ monitor }) => killed(monitor) },
  { name: 'kill −9 the proxy', begin: ({ proxy }) => killed(proxy), needsEnd: true },
  {
    name: 'the primary is cut from the monitor',
    async begin({ primary }) {
      const node = await primary();
      node.cutFromMonitor();
      return () => node.mend();
    },
  },
  {
    name: "the primary's disk is full",
    needsDisks: true,
    async begin({ primary }) {
      const node = await primary();
      const file = join(node.disk, 'full');
      let isOver = false;
      const filling = (async () => {
        // What is freed by the database is taken again at once.
        for (; !isOver; await wait(50)) fill(file);
      })();
      return async () => {
        isOver = true;
        await filling;
        rmSync(file);
        await node.kill();
        node.start();
      };
    },
  },
];

function fill(file: string): void {
  const open = openSync(file, 'a');
  try {
    for (const size of [1 << 20, 1 << 12]) while (writes(open, size));
  } finally {
    closeSync(open);
  }
}

function writes(file: number, size: number): boolean {
  try {
    return writeSync(file, Buffer.alloc(size)) === size;
  } catch {
    return false;
  }
}
