import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { freezeAccount, insertUser, lockNamed, requireActive } from '../../../server/accounts/users.ts';
import { testDatabase } from '../../support/database.ts';
import { at } from '../../support/ledger.ts';

const database = testDatabase({ lockTimeout: 100 });

async function somebody() {
  const email = `${randomUUID()}@example.org`;
  const person = { first_name: 'Mia', last_name: 'Berg', email, password_hash: null };
  return { email, id: (await insertUser(database.db.query, person, at)).id };
}

test('who is frozen, and who is nobody, moves nothing', async () => {
  const { query } = database.db;
  const { id, email } = await somebody();
  await expect(requireActive(query, id)).resolves.toBeUndefined();
  await freezeAccount(query, await lockNamed(query, { email }), { at });
  await expect(requireActive(query, id)).rejects.toMatchObject({ code: 'ACCOUNT_BLOCKED' });
  await expect(requireActive(query, randomUUID())).rejects.toMatchObject({ code: 'ACCOUNT_BLOCKED' });
});

test('a freeze waits for the money that is moving, and two movements do not wait for each other', async ({
  skip,
}) => {
  const { db } = database;
  if (db.engine === 'pglite') skip('one connection: nothing runs beside a transaction');
  const { id, email } = await somebody();
  await db.transaction(async (query) => {
    await requireActive(query, id);
    await db.transaction((other) => requireActive(other, id));
    await expect(lockNamed(db.query, { email })).rejects.toMatchObject({ code: '55P03' });
  });
  expect((await freezeAccount(db.query, await lockNamed(db.query, { email }), { at })).frozen_at).toEqual(at);
});
