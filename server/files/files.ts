import { createStorage, type Driver } from 'unstorage';
import folderDriver from 'unstorage/drivers/fs-lite';
import memoryDriver from 'unstorage/drivers/memory';
import bucketDriver from 'unstorage/drivers/s3';
import { within } from '../core/within.ts';

/** The store of people's files, outside of the database. The database knows their types and owners. */
export interface Files {
  put(key: string, bytes: Uint8Array): Promise<void>;
  /** Null for a missing file. */
  get(key: string): Promise<Uint8Array<ArrayBuffer> | null>;
  /** Removing a missing file is no error. */
  remove(key: string): Promise<void>;
}

/** A bucket of Amazon S3 or a compatible store. `endpoint` is the host's URL, without the bucket. */
export interface Bucket {
  readonly endpoint: string;
  readonly region: string;
  readonly bucket: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

/** How long a removal may take, in milliseconds: the hourly sweep and some answers wait for it. */
const removesWithin = 15_000;

export const filesInFolder = (base: string): Files => filesOver(folderDriver({ base }));
export const filesInBucket = (bucket: Bucket): Files => filesOver(bucketDriver({ ...bucket }));
export const filesInMemory = (): Files => filesOver(memoryDriver());

function filesOver(driver: Driver): Files {
  const storage = createStorage({ driver });
  return {
    put: (key, bytes) => reaching(storage.setItemRaw(key, bytes)),
    get: async (key) => bytesOf(await reaching(storage.getItemRaw<unknown>(key))),
    remove: (key) => reaching(within(removesWithin, late, () => storage.removeItem(key))),
  };
}

const late = () => new Error('a removal took too long');

/** Drivers answer different byte types, and the folder's driver returns unexpected errors as values. */
function bytesOf(found: unknown): Uint8Array<ArrayBuffer> | null {
  if (found === null || found === undefined) return null;
  if (found instanceof ArrayBuffer) return new Uint8Array(found);
  if (ArrayBuffer.isView(found))
    return new Uint8Array(Buffer.from(found.buffer, found.byteOffset, found.byteLength));
  throw new FilesOutage(found);
}

async function reaching<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (cause) {
    throw new FilesOutage(cause);
  }
}

/** The folder or the bucket cannot be used. `message` gives the reason without addresses or keys. */
export class FilesOutage extends Error {
  readonly code = 'EFILES';

  constructor(cause: unknown) {
    const code = cause instanceof Error && 'code' in cause ? ` (${String(cause.code)})` : '';
    super(`the files cannot be reached${code}`, { cause });
    this.name = 'FilesOutage';
  }
}
