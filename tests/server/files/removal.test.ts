import { expect, test } from 'vitest';
import { FilesOutage, filesInMemory } from '../../../server/files/files.ts';
import { sweepFiles } from '../../../server/files/records.ts';
import { testDatabase } from '../../support/database.ts';
import { latch } from '../../support/latch.ts';
import { openTestServer, register } from '../../support/server.ts';
import { stoppedDatabase } from '../../support/stoppedDatabase.ts';
import { askFor } from '../../support/tickets.ts';
import { formOf, png, postForm } from '../../support/uploads.ts';

const database = testDatabase();
const day = 86_400_000;

test('a file that is attached while it is swept keeps its bytes, or is refused', async ({ skip }) => {
  if (database.db.engine === 'pglite') skip('one process, one connection');
  const stopped = stoppedDatabase(database.db);
  const kept = filesInMemory();
  const removing = latch();
  const removed = latch();
  const files = {
    ...kept,
    async remove(key: string) {
      removing.open();
      await removed.isOpen;
      await kept.remove(key);
    },
  };
  const it = await openTestServer({ database: stopped.db, files });
  const person = await register(it);
  const sent = await postForm(
    it,
    person.token,
    '/support/attachments',
    formOf({ field: 'file', bytes: await png() }),
  );
  const { id } = sent.body.data;
  const sweeping = sweepFiles({ database: stopped.db, files }, new Date(it.clock.now().getTime() + 2 * day));
  await removing.isOpen;
  const attaching = askFor(it, person, { attachment_ids: [id] });
  await stopped.doneOrWaiting(attaching);
  removed.open();
  await sweeping;
  const answer = await attaching;
  const fetched = await kept.get(id);
  expect({ status: answer.status, hasBytes: fetched !== null }).toEqual({ status: 422, hasBytes: false });
  expect(await database.db.query('SELECT id FROM files WHERE id = $1', [id])).toEqual([]);
});

test('a file that is being attached is not swept', async ({ skip }) => {
  if (database.db.engine === 'pglite') skip('one process, one connection');
  const stopped = stoppedDatabase(database.db);
  const files = filesInMemory();
  const it = await openTestServer({ database: stopped.db, files });
  const person = await register(it);
  const sent = await postForm(
    it,
    person.token,
    '/support/attachments',
    formOf({ field: 'file', bytes: await png() }),
  );
  const { id } = sent.body.data;
  const stop = stopped.stopBefore('UPDATE files SET unused_since = NULL');
  const attaching = askFor(it, person, { attachment_ids: [id] });
  await stop.isReached;
  await sweepFiles({ database: stopped.db, files }, new Date(it.clock.now().getTime() + 2 * day));
  stop.goOn();
  expect((await attaching).status).toBe(201);
  expect(await files.get(id)).not.toBeNull();
});

test('a file that cannot be removed keeps no later one from being swept, and is told', async () => {
  const kept = filesInMemory();
  const stuck = new Set<string>();
  const files = {
    ...kept,
    async remove(key: string) {
      if (stuck.has(key)) throw new Error('the file is in use');
      await kept.remove(key);
    },
  };
  const it = await openTestServer({ database: database.db, files });
  const person = await register(it);
  const upload = async () => {
    const form = formOf({ field: 'file', bytes: await png() });
    return String((await postForm(it, person.token, '/support/attachments', form)).body.data.id);
  };
  const first = await upload();
  it.clock.advance(1_000);
  const second = await upload();
  stuck.add(first);
  const sweep = () =>
    sweepFiles({ database: database.db, files }, new Date(it.clock.now().getTime() + 2 * day));
  const rows = () => database.db.query('SELECT id FROM files WHERE user_id = $1', [person.id]);
  await expect(sweep()).rejects.toThrow('the file is in use');
  expect(await rows()).toEqual([{ id: first }]);
  expect(await kept.get(second)).toBe(null);
  expect(await kept.get(first)).not.toBe(null);
  stuck.clear();
  await sweep();
  expect(await rows()).toEqual([]);
});

test('while the whole store is out of reach a sweep tries one file, and a later one removes all', async () => {
  const kept = filesInMemory();
  let isAway = false;
  let tried = 0;
  const reached = <T>(work: () => Promise<T>): Promise<T> =>
    isAway ? Promise.reject(new FilesOutage(new TypeError('fetch failed'))) : work();
  const files = {
    ...kept,
    get: (key: string) => reached(() => kept.get(key)),
    remove(key: string) {
      tried += 1;
      return reached(() => kept.remove(key));
    },
  };
  const it = await openTestServer({ database: database.db, files });
  const person = await register(it);
  for (let count = 0; count < 3; count += 1) {
    const form = formOf({ field: 'file', bytes: await png() });
    expect((await postForm(it, person.token, '/support/attachments', form)).status).toBe(201);
  }
  const sweep = () =>
    sweepFiles({ database: database.db, files }, new Date(it.clock.now().getTime() + 2 * day));
  const rows = () => database.db.query('SELECT id FROM files WHERE user_id = $1', [person.id]);
  isAway = true;
  await expect(sweep()).rejects.toBeInstanceOf(FilesOutage);
  expect(tried).toBe(1);
  expect(await rows()).toHaveLength(3);
  isAway = false;
  await sweep();
  expect(await rows()).toEqual([]);
});
