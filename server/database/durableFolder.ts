import { fsyncSync } from 'node:fs';
import { open, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { NodeFS } from '@electric-sql/pglite/nodefs';

/** What is used of Emscripten's NODEFS, which is compiled without `fsync`. */
interface NodeFsModule {
  readonly NODEFS: {
    readonly stream_ops: {
      fsync?: (stream: { readonly nfd: number; readonly node: { readonly mode: number } }) => void;
    };
    tryFSOperation(work: () => void): void;
    doSetAttr(place: unknown, node: unknown, changes: { readonly mode?: number }, ...work: unknown[]): void;
  };
  readonly FS: { isDir(mode: number): boolean };
}

/**
 * A folder whose `fsync` reaches the disk, for PGlite. Its own leaves `fsync` out and starts PostgreSQL with `-F`,
 * so that a power cut could lose commits already answered; used together with `durableStart`. No other user can read what is made in it.
 */
export class DurableFolder extends NodeFS {
  override async init(...[pg, options]: Parameters<NodeFS['init']>): ReturnType<NodeFS['init']> {
    const { emscriptenOpts } = await super.init(pg, options);
    const hook = (module: NodeFsModule) => {
      module.NODEFS.stream_ops.fsync = ({ nfd, node }) => {
        if (process.platform === 'win32' && module.FS.isDir(node.mode)) return;
        module.NODEFS.tryFSOperation(() => fsyncSync(nfd));
      };
      // It sets the mode of every file that it makes anew, past the process's own mask: 0666 for most.
      const { doSetAttr } = module.NODEFS;
      module.NODEFS.doSetAttr = (place, node, changes, ...work) => {
        const own = changes.mode === undefined ? changes : { ...changes, mode: changes.mode & ~0o077 };
        doSetAttr.call(module.NODEFS, place, node, own, ...work);
      };
    };
    return { emscriptenOpts: { ...emscriptenOpts, preRun: [...(emscriptenOpts.preRun ?? []), hook] } };
  }
}

/**
 * PostgreSQL's arguments. A statement's plan is made when its tables are still empty and kept; without an autovacuum nothing would
 * tell it that reading all of a table has become the slowest way.
 */
export const start = [...PGlite.defaultStartParams, '-c', 'enable_seqscan=off'];

/** With `fsync` on; `fdatasync`, the default for the log, does nothing in the WebAssembly build. */
export const durableStart = [...start.filter((argument) => argument !== '-F'), '-c', 'wal_sync_method=fsync'];

/** Brings every file below `folder`, and the folders, to the disk. Those of one folder at once: the disk takes them together. */
export async function syncTree(folder: string): Promise<void> {
  const entries = await readdir(folder, { withFileTypes: true });
  for (const entry of entries) if (entry.isDirectory()) await syncTree(join(folder, entry.name));
  const files = entries.filter((entry) => entry.isFile());
  await Promise.all(files.map(({ name }) => syncPath(join(folder, name), 'r+')));
  await syncFolder(folder);
}

/** Makes a rename inside `folder` last. */
export async function syncFolder(folder: string): Promise<void> {
  if (process.platform !== 'win32') await syncPath(folder, 'r');
}

async function syncPath(path: string, flags: string): Promise<void> {
  const file = await open(path, flags);
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}
