import { expect, test } from 'vitest';
import { termsVersion } from '../../../contract/legal.ts';
import { register, testServer } from '../../support/server.ts';
import { newWallet } from '../../support/wallets.ts';

const server = testServer();
const day = 24 * 60 * 60 * 1000;

const accept = (token: string, version: string = termsVersion) =>
  server.it.post('/profile/terms', { version }, { token });
const termsOf = async (token: string) => (await server.it.get('/profile', { token })).body.data.terms;

test('who registers with an email has agreed to the version in force, at that moment', async () => {
  const person = await register(server.it);
  expect(await termsOf(person.token)).toEqual({
    accepted: termsVersion,
    accepted_at: server.it.clock.now().toISOString(),
    version: termsVersion,
  });
});

test('who comes in by wallet has agreed to nothing until they do; the first moment is kept', async () => {
  const wallet = newWallet();
  const { message } = (await server.it.post('/auth/metamask/nonce', { address: wallet.address })).body.data;
  const signature = await wallet.signMessage({ message });
  const entered = await server.it.post('/auth/metamask', {
    metamask_address: wallet.address,
    message,
    signature,
  });
  const { token, user } = entered.body.data;
  expect(user.terms).toEqual({ accepted: null, accepted_at: null, version: termsVersion });

  const at = server.it.clock.now().toISOString();
  const agreed = { accepted: termsVersion, accepted_at: at, version: termsVersion };
  const first = await accept(token);
  expect([first.status, first.body.data.terms]).toEqual([200, agreed]);
  server.it.clock.advance(day / 24);
  expect((await accept(token)).body.data.terms).toEqual(agreed);
});

test('two tabs that agree at the same moment are both answered, and one moment is kept', async () => {
  const person = await register(server.it);
  await server.it.database.query(
    "UPDATE users SET terms_version = '2025-01-01', terms_accepted_at = $2 WHERE id = $1",
    [person.id, new Date('2025-01-02T00:00:00Z')],
  );
  const at = server.it.clock.now().toISOString();
  const agreed = { accepted: termsVersion, accepted_at: at, version: termsVersion };
  const both = await Promise.all(Array.from({ length: 8 }, () => accept(person.token)));
  expect(both.map(({ status, body }) => [status, body.data?.terms])).toEqual(both.map(() => [200, agreed]));
  server.it.clock.advance(day / 24);
  await Promise.all([accept(person.token), accept(person.token)]);
  expect(await termsOf(person.token)).toEqual(agreed);
});

test('who agreed to an older version is told so, and agrees to the one in force', async () => {
  const person = await register(server.it);
  await server.it.database.query(
    "UPDATE users SET terms_version = '2025-01-01', terms_accepted_at = $2 WHERE id = $1",
    [person.id, new Date('2025-01-02T00:00:00Z')],
  );
  expect(await termsOf(person.token)).toEqual({
    accepted: '2025-01-01',
    accepted_at: '2025-01-02T00:00:00.000Z',
    version: termsVersion,
  });
  const { body } = await accept(person.token);
  expect(body.data.terms).toMatchObject({
    accepted: termsVersion,
    accepted_at: server.it.clock.now().toISOString(),
  });
});

test.each([
  ['2025-01-01', 409, { code: 'STATUS_CONFLICT' }],
  ['2126-01-01', 409, { code: 'STATUS_CONFLICT' }],
  ['', 422, { code: 'VALIDATION_FAILED', fields: { version: 'format' } }],
  ['2'.repeat(1000), 422, { code: 'VALIDATION_FAILED', fields: { version: 'too_long' } }],
])('version "%.12s" cannot be agreed to', async (version, status, problem) => {
  const person = await register(server.it);
  expect(await accept(person.token, version)).toMatchObject({ status, body: problem });
});
