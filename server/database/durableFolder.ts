import { fsyncSync } from 'node:fs';
import { open, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { NodeFS } from '@electric-sql/pglite/nodefs';

/** The parts of Emscripten's NODEFS that are used; it is compiled without `fsync`. */
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
 * A folder for PGlite whose `fsync` reaches the disk. PGlite's own omits `fsync` and starts PostgreSQL with `-F`, so that a power failure
 * could lose answered commits; use it with `durableStart`. Its files are closed to other users.
 */
export class DurableFolder extends NodeFS {
  override async init(...[pg, options]: Parameters<NodeFS['init']>): ReturnType<NodeFS['init']> {
    const { emscriptenOpts } = await super.init(pg, options);
    const hook = (module: NodeFsModule) => {
      module.NODEFS.stream_ops.fsync = ({ nfd, node }) => {
        if (process.platform === 'win32' && module.FS.isDir(node.mode)) return;
        module.NODEFS.tryFSOperation(() => fsyncSync(nfd));
      };
      // NODEFS sets the mode of every new file explicitly, mostly to 0666, past the process's umask.
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
 * PostgreSQL's arguments. A statement's plan is made while its tables are empty, and kept until they are analysed. Until then reading a whole
 * table would seem best, so it is the last choice.
 */
export const start = [...PGlite.defaultStartParams, '-c', 'enable_seqscan=off'];

/** With `fsync` on; `fdatasync`, the default for the log, does nothing in the WebAssembly build. */
export const durableStart = [...start.filter((argument) => argument !== '-F'), '-c', 'wal_sync_method=fsync'];

/**
 * Syncs every file and folder below `folder` to the disk. The files of one folder are synced in parallel, because the disk handles them
 * together.
 */
export async function syncTree(folder: string): Promise<void> {
  const entries = await readdir(folder, { withFileTypes: true });
  for (const entry of entries) if (entry.isDirectory()) await syncTree(join(folder, entry.name));
  const files = entries.filter((entry) => entry.isFile());
  await Promise.all(files.map(({ name }) => syncPath(join(folder, name), 'r+')));
  await syncFolder(folder);
}

/** Makes a rename in `folder` durable. */
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
