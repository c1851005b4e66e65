import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { filesInBucket, filesInFolder, filesInMemory } from '../../../server/files/files.ts';
import {
  adoptFile,
  keepFile,
  releaseFile,
  removeReleased,
  sweepFiles,
} from '../../../server/files/records.ts';
import { openBucket } from '../../support/bucket.ts';
import { latch } from '../../support/latch.ts';
import { openTestServer, register, serverStart, testServer } from '../../support/server.ts';
import { filesStored, formOf, png, postForm } from '../../support/uploads.ts';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'zesto-files-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const server = testServer();
const hour = 3_600_000;
const later = (milliseconds: number) => new Date(serverStart.getTime() + milliseconds);

test.each([
  ['a folder', () => filesInFolder(join(folder, 'plain'))],
  ['memory', () => filesInMemory()],
])('%s gives back what was put, and nothing for what was not', async (_, open) => {
  const files = open();
  const bytes = new Uint8Array([0, 255, 10, 13, 0]);
  await files.put('one', bytes);
  expect(await files.get('one')).toEqual(bytes);
  expect(await files.get('two')).toBeNull();
  await files.remove('one');
  await files.remove('one');
  expect(await files.get('one')).toBeNull();
});

test('a bucket is asked with signed requests, and gives back what was put', async () => {
  const { bucket, objects, signatures, close } = await openBucket();
  const files = filesInBucket(bucket);
  const bytes = new Uint8Array([0, 255, 10, 13, 0]);
  await files.put('one', bytes);
  expect([...objects.keys()]).toEqual(['one']);
  expect(await files.get('one')).toEqual(bytes);
  expect(await files.get('two')).toBeNull();
  await files.remove('one');
  expect(await files.get('one')).toBeNull();
  expect(signatures).toHaveLength(5);
  for (const text of signatures) {
    expect(text).toMatch(/^AWS4-HMAC-SHA256 Credential=AKIA\/\d{8}\/eu-west-1\/s3\/aws4_request/);
  }
  await close();
  await expect(files.put('one', bytes)).rejects.toMatchObject({ code: 'EFILES' });
});

test('a bucket that does not answer a removal is out of reach after 15 seconds', async () => {
  const { bucket, signatures, hang } = await openBucket();
  const files = filesInBucket(bucket);
  hang();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const removing = files.remove('one').catch((error: unknown) => error);
  await expect.poll(() => signatures.length).toBe(1);
  vi.advanceTimersByTime(15_000);
  expect(await removing).toMatchObject({ code: 'EFILES' });
});

test('a file that is never adopted is swept after an hour, one that is in use never', async () => {
  const { id: userId } = await register(server.it);
  const { database, files } = server.it;
  const keep = () =>
    keepFile(database.query, files, {
      userId,
      name: 'a.png',
      type: 'image/png',
      bytes: new Uint8Array([1]),
      at: serverStart,
    });
  const [lost, used, released] = [await keep(), await keep(), await keep()];
  await adoptFile(database.query, used);
  await adoptFile(database.query, released);
  await releaseFile(database.query, released, later(hour));

  await sweepFiles({ database, files }, later(hour));
  expect(await files.get(lost)).not.toBeNull();
  await sweepFiles({ database, files }, later(hour + 1));
  expect(await files.get(lost)).toBeNull();
  expect(await files.get(released)).not.toBeNull();
  await sweepFiles({ database, files }, later(3 * hour));
  expect(await files.get(released)).toBeNull();
  expect(await files.get(used)).not.toBeNull();
  expect(await filesStored(server.it)).toEqual({ rows: 1, used: 1 });
});

test('what cannot be removed now is removed by the sweep', async () => {
  const { id: userId } = await register(server.it);
  const { database, files } = server.it;
  const file = { userId, name: 'a.png', type: 'image/png', bytes: new Uint8Array([1]), at: serverStart };
  const id = await keepFile(database.query, files, file);
  const away = { ...files, remove: () => Promise.reject(new Error('away')) };
  await removeReleased({ database, files: away }, [id]);
  expect(await files.get(id)).not.toBeNull();
  await sweepFiles({ database, files }, later(2 * hour));
  expect(await files.get(id)).toBeNull();
});

test('while the store takes long to remove a file the database answers, and nothing uses that file', async () => {
  const { id: userId } = await register(server.it);
  const { database, files } = server.it;
  const file = { userId, name: 'a.png', type: 'image/png', bytes: new Uint8Array([1]), at: serverStart };
  const id = await keepFile(database.query, files, file);
  const [asked, answered] = [latch(), latch()];
  const slow = {
    ...files,
    async remove(key: string) {
      asked.open();
      await answered.isOpen;
      await files.remove(key);
    },
  };
  const removing = removeReleased({ database, files: slow }, [id]);
  await asked.isOpen;
  expect(await database.query('SELECT 1 AS one')).toEqual([{ one: 1 }]);
  await expect(adoptFile(database.query, id)).rejects.toThrow('a file was removed before it was used');
  answered.open();
  await removing;
  expect(await files.get(id)).toBeNull();
  expect(await database.query('SELECT id FROM files WHERE id = $1', [id])).toEqual([]);
});

test('files that cannot be reached are an outage, and nobody has another picture for it', async () => {
  await writeFile(join(folder, 'no-folder'), '');
  const other = await openTestServer({ files: filesInFolder(join(folder, 'no-folder')) });
  const { token } = await register(other);
  const form = formOf({ field: 'avatar', bytes: await png() });
  expect(await postForm(other, token, '/profile/avatar', form)).toMatchObject({
    status: 503,
    body: { code: 'UNAVAILABLE' },
  });
  expect((await other.get('/profile', { token })).body.data.avatar_file).toBeNull();
  expect(await filesStored(other)).toEqual({ rows: 1, used: 0 });
  await other.close();
});

test('a folder of files has nothing in it but files named by their ids', async () => {
  const place = join(folder, 'real');
  const other = await openTestServer({ files: filesInFolder(place) });
  const { token } = await register(other);
  const name = '../../../etc/passwd.png';
  await postForm(other, token, '/profile/avatar', formOf({ field: 'avatar', bytes: await png(), name }));
  const names = await readdir(place);
  await other.close();
  expect(names).toHaveLength(1);
  expect(names[0]).toMatch(/^[\da-f-]{36}$/);
});
