import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';
import { writeNewFile } from './newFile.ts';
import { BackupProblem } from './problem.ts';

/**
 * The file of a backup: a header, and chunks encrypted by AES-256-GCM, in the construction STREAM (Hoang, Reyhanitabar, Rogaway and Vizár,
 * 2015), as age uses it. Numbers are big-endian.
 *
 * | bytes | |
 * |---|---|
 * | 8 | `ZESTOBAK` |
 * | 2 | the version, 1 |
 * | 8 | the id of the key |
 * | 32 | a random salt |
 * | 32 | HMAC-SHA-256 of all before |
 * | then, again and again | 65,536 bytes, encrypted, and a tag of 16; the last chunk is shorter or as long |
 *
 * The keys of the HMAC and of the chunks are derived from the key and the salt (HKDF-SHA-256). The nonce of a chunk is its number, from 0,
 * and one byte that is 1 for the last chunk only: a chunk that is missing, repeated or in another place does not open.
 */
const magic = Buffer.from('ZESTOBAK', 'latin1');
const version = 1;
const keyIdAt = magic.length + 2;
const saltAt = keyIdAt + 8;
const macAt = saltAt + 32;
const headerLength = macAt + 32;
const chunkLength = 65_536;
const tagLength = 16;
const sealedLength = chunkLength + tagLength;

/** Derives `length` bytes. */
function derive(key: string, salt: Uint8Array, purpose: string, length: number): Buffer {
  return Buffer.from(hkdfSync('sha256', key, salt, `zesto backup: ${purpose}`, length));
}

const idOf = (key: string) => derive(key, Buffer.alloc(0), 'key id', 8);

const macOf = (key: string, header: Uint8Array) =>
  createHmac('sha256', derive(key, header.subarray(saltAt, macAt), 'header', 32))
    .update(header.subarray(0, macAt))
    .digest();

function nonceOf(chunk: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(12);
  nonce.writeBigUInt64BE(BigInt(chunk), 3);
  nonce[11] = isLast ? 1 : 0;
  return nonce;
}

export interface SealedWriter {
  write(bytes: Uint8Array): Promise<void>;
}

/** Makes the file `path` with what `work` writes, and answers its length in bytes. Is done, and rejects, as `writeNewFile` tells. */
export function writeSealed(
  path: string,
  key: string,
  work: (out: SealedWriter) => Promise<void>,
): Promise<number> {
  return writeNewFile(path, (put) => seal(put, key, work));
}

async function seal(
  put: (bytes: Uint8Array) => Promise<void>,
  key: string,
  work: (out: SealedWriter) => Promise<void>,
) {
  const header = Buffer.alloc(headerLength);
  magic.copy(header);
  header.writeUInt16BE(version, magic.length);
  idOf(key).copy(header, keyIdAt);
  randomBytes(32).copy(header, saltAt);
  macOf(key, header).copy(header, macAt);
  const cipherKey = derive(key, header.subarray(saltAt, macAt), 'chunks', 32);
  let waiting: Uint8Array[] = [];
  let waitingLength = 0;
  let chunk = 0;
  let length = headerLength;
  const flush = async (bytes: Uint8Array, isLast: boolean) => {
    const cipher = createCipheriv('aes-256-gcm', cipherKey, nonceOf(chunk, isLast));
    chunk += 1;
    const sealed = Buffer.concat([cipher.update(bytes), cipher.final(), cipher.getAuthTag()]);
    length += sealed.length;
    await put(sealed);
  };
  await put(header);
  await work({
    async write(bytes) {
      waiting.push(bytes);
      waitingLength += bytes.length;
      // A full chunk waits, because it may be the last.
      if (waitingLength <= chunkLength) return;
      let rest: Uint8Array = Buffer.concat(waiting);
      for (; rest.length > chunkLength; rest = rest.subarray(chunkLength)) {
        await flush(rest.subarray(0, chunkLength), false);
      }
      waiting = [rest];
      waitingLength = rest.length;
    },
  });
  await flush(Buffer.concat(waiting), true);
  return length;
}

/**
 * The content of such a file, part by part; each part is authentic when it is answered, and the whole when the last was. Throws a
 * `BackupProblem` for everything that is no whole backup under this key.
 */
export async function* readSealed(path: string, key: string): AsyncGenerator<Buffer> {
  const file = await open(path, 'r').catch((error: NodeJS.ErrnoException) => {
    throw new BackupProblem(`${path} cannot be read (${error.code}).`);
  });
  try {
    const { size } = await file.stat();
    const header = await readExactly(file, Math.min(size, headerLength));
    judgeHeader(header, { path, key });
    const cipherKey = derive(key, header.subarray(saltAt, macAt), 'chunks', 32);
    const chunks = Math.ceil((size - headerLength) / sealedLength);
    const isCutOff = new BackupProblem(`${path} is not whole: its end is missing. Use another backup.`);
    if (chunks === 0) throw isCutOff;
    for (let chunk = 0; chunk < chunks; chunk += 1) {
      const isLast = chunk === chunks - 1;
      const sealed = await readExactly(
        file,
        Math.min(sealedLength, size - headerLength - chunk * sealedLength),
      );
      const bytes = openChunk(cipherKey, sealed, nonceOf(chunk, isLast));
      if (bytes !== null) {
        yield bytes;
        continue;
      }
      const isEarlier = isLast && openChunk(cipherKey, sealed, nonceOf(chunk, false)) !== null;
      // A last chunk that was cut in two cannot be told from a changed one.
      if (isEarlier || (isLast && sealed.length < tagLength)) throw isCutOff;
      throw new BackupProblem(
        isLast
          ? `${path} is not whole: its end is missing or was changed. Use another backup.`
          : `${path} was changed after it was made, at byte ${headerLength + chunk * sealedLength} or up to 64 kB after it. Use another backup.`,
      );
    }
  } finally {
    await file.close();
  }
}

function judgeHeader(header: Buffer, { path, key }: { readonly path: string; readonly key: string }) {
  if (header.length === 0) throw new BackupProblem(`${path} is empty.`);
  const begun = header.subarray(0, magic.length);
  if (!begun.equals(magic.subarray(0, begun.length)))
    throw new BackupProblem(`${path} is no backup of Zesto.`);
  if (header.length < headerLength)
    throw new BackupProblem(`${path} is not whole: its end is missing. Use another backup.`);
  const found = header.readUInt16BE(magic.length);
  if (found !== version) {
    throw new BackupProblem(
      `${path} has the format ${found}, and this program knows ${version}: restore it with a newer version of Zesto.`,
    );
  }
  if (!header.subarray(keyIdAt, saltAt).equals(idOf(key))) {
    throw new BackupProblem(
      `${path} was made with another key: set the BACKUP_KEY or BACKUP_KEY_FILE of the time when it was made.`,
    );
  }
  if (!timingSafeEqual(header.subarray(macAt), macOf(key, header)))
    throw new BackupProblem(`${path} was changed after it was made, in its first bytes. Use another backup.`);
}

function openChunk(key: Uint8Array, sealed: Buffer, nonce: Uint8Array): Buffer | null {
  if (sealed.length < tagLength) return null;
  const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: tagLength });
  decipher.setAuthTag(sealed.subarray(-tagLength));
  const bytes = decipher.update(sealed.subarray(0, -tagLength));
  try {
    return Buffer.concat([bytes, decipher.final()]);
  } catch {
    return null;
  }
}

async function readExactly(file: FileHandle, length: number): Promise<Buffer> {
  const bytes = Buffer.alloc(length);
  let read = 0;
  while (read < length) {
    const { bytesRead } = await file.read(bytes, read, length - read);
    if (bytesRead === 0) return bytes.subarray(0, read);
    read += bytesRead;
  }
  return bytes;
}
