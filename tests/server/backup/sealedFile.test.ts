import { randomBytes } from 'node:crypto';
import { appendFile, readFile, stat, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readSealed, writeSealed } from '../../../server/backup/sealedFile.ts';
import { newKey, testFolder } from '../../support/backups.ts';

const header = 82;
const chunk = 65_536 + 16;
const key = newKey();

async function sealed(content: Uint8Array, part = 10_000) {
  const path = join(await testFolder(), 'backup');
  const length = await writeSealed(path, key, async (out) => {
    for (let at = 0; at < content.length; at += part) await out.write(content.subarray(at, at + part));
  });
  return { path, length };
}

async function read(path: string, by = key) {
  const parts: Buffer[] = [];
  for await (const part of readSealed(path, by)) parts.push(part);
  return Buffer.concat(parts);
}

async function changed(content: Uint8Array, change: (bytes: Buffer) => Buffer) {
  const { path } = await sealed(content);
  await writeFile(path, change(await readFile(path)));
  return path;
}

test.each([0, 1, 65_535, 65_536, 65_537, 131_072, 400_001])(
  '%i bytes are read as they were written, from a file that its owner alone can read',
  async (length) => {
    const content = randomBytes(length);
    const { path, length: told } = await sealed(content);
    expect((await read(path)).equals(content)).toBe(true);
    const { size, mode } = await stat(path);
    expect(size).toBe(told);
    expect(size).toBe(header + length + 16 * Math.max(1, Math.ceil(length / 65_536)));
    expect(mode & 0o777).toBe(0o600);
  },
);

test('parts larger than a chunk and parts of a byte are the same', async () => {
  const content = randomBytes(200_000);
  expect((await read((await sealed(content, 150_000)).path)).equals(content)).toBe(true);
  expect(
    (await read((await sealed(content.subarray(0, 70_000), 1)).path)).equals(content.subarray(0, 70_000)),
  ).toBe(true);
});

test('nothing of the content stands in the file, and the same content is another file each time', async () => {
  const content = Buffer.from('owner@example.org '.repeat(10_000));
  const [one, other] = [
    await readFile((await sealed(content)).path),
    await readFile((await sealed(content)).path),
  ];
  expect(one.includes('owner@example.org')).toBe(false);
  expect(one.subarray(header).equals(other.subarray(header))).toBe(false);
});

test('every single changed bit is noticed, wherever it is', async () => {
  const content = randomBytes(100);
  const { path } = await sealed(content);
  const bytes = await readFile(path);
  for (let at = 0; at < bytes.length; at += 1) {
    const flipped = Buffer.from(bytes);
    flipped[at] = (bytes[at] ?? 0) ^ (1 << (at % 8));
    await writeFile(path, flipped);
    await expect(read(path), `byte ${at}`).rejects.toThrow(
      /no backup of Zesto|has the format|made with another key|was changed after it was made|is not whole/,
    );
  }
});

test('a bit in the middle names where it is', async () => {
  const path = await changed(randomBytes(200_000), (bytes) => {
    bytes[header + chunk + 5] = (bytes[header + chunk + 5] ?? 0) ^ 1;
    return bytes;
  });
  await expect(read(path)).rejects.toThrow(
    `${path} was changed after it was made, at byte ${header + chunk} or`,
  );
});

test('chunks in another order, twice, or left out are noticed', async () => {
  const cut = (bytes: Buffer, number: number) =>
    bytes.subarray(header + number * chunk, header + (number + 1) * chunk);
  const orders: Readonly<Record<string, readonly number[]>> = {
    swapped: [1, 0, 2, 3],
    twice: [0, 0, 1, 2, 3],
    out: [0, 2, 3],
  };
  for (const [name, order] of Object.entries(orders)) {
    const path = await changed(randomBytes(4 * 65_536), (bytes) =>
      Buffer.concat([bytes.subarray(0, header), ...order.map((number) => cut(bytes, number))]),
    );
    await expect(read(path), name).rejects.toThrow('was changed after it was made');
  }
});

test('chunks of another backup under the same key do not fit', async () => {
  const other = await readFile((await sealed(randomBytes(65_536 + 10))).path);
  const path = await changed(randomBytes(65_536 + 10), (bytes) => {
    other.copy(bytes, header, header, header + chunk);
    return bytes;
  });
  await expect(read(path)).rejects.toThrow('was changed after it was made');
});

test('a file that was cut off at any place is not whole', async () => {
  const { path } = await sealed(randomBytes(150_000));
  const { size } = await stat(path);
  const bytes = await readFile(path);
  for (const length of [
    9,
    header - 1,
    header,
    header + 5,
    header + chunk,
    header + 2 * chunk,
    size - 20,
    size - 1,
  ]) {
    await writeFile(path, bytes);
    await truncate(path, length);
    await expect(read(path), `${length} bytes`).rejects.toThrow(`${path} is not whole: its end is missing`);
  }
});

test('bytes after the end are noticed', async () => {
  const { path } = await sealed(randomBytes(100));
  await appendFile(path, 'x');
  await expect(read(path)).rejects.toThrow('is not whole: its end is missing or was changed');
});

test('another key, another program’s file, an empty one, a newer version and a missing one each say so', async () => {
  const { path } = await sealed(randomBytes(100));
  await expect(read(path, newKey())).rejects.toThrow(`${path} was made with another key: set the BACKUP_KEY`);
  const bytes = await readFile(path);
  bytes.writeUInt16BE(2, 8);
  await writeFile(path, bytes);
  await expect(read(path)).rejects.toThrow(`${path} has the format 2, and this program knows 1`);
  await writeFile(path, randomBytes(100_000));
  await expect(read(path)).rejects.toThrow(`${path} is no backup of Zesto.`);
  await writeFile(path, 'PK');
  await expect(read(path)).rejects.toThrow(`${path} is no backup of Zesto.`);
  await writeFile(path, '');
  await expect(read(path)).rejects.toThrow(`${path} is empty.`);
  await expect(read(`${path}-elsewhere`)).rejects.toThrow(`${path}-elsewhere cannot be read (ENOENT).`);
});

test('a file that exists is not touched, and one that could not be finished is removed', async () => {
  const path = join(await testFolder(), 'backup');
  await writeFile(path, 'somebody’s');
  const nothing = () => Promise.resolve();
  await expect(writeSealed(path, key, nothing)).rejects.toThrow(`${path} exists, and is never overwritten`);
  expect(await readFile(path, 'utf8')).toBe('somebody’s');
  await expect(writeSealed(join(path, 'below'), key, nothing)).rejects.toThrow('cannot be made (ENOTDIR).');
  const half = `${path}-half`;
  await expect(
    writeSealed(half, key, async (out) => {
      await out.write(randomBytes(100_000));
      throw new Error('the database is away');
    }),
  ).rejects.toThrow('the database is away');
  await expect(stat(half)).rejects.toThrow('ENOENT');
});
