import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { sweepKeys, sweepRefusals } from '../../../server/ledger/idempotency.ts';
import { sweepQuotes } from '../../../server/payments/quotes.ts';
import { addressOf, balance, fund, idempotent, quote } from '../../support/payments.ts';
import { openTestServer, register, testServer } from '../../support/server.ts';

const server = testServer();
const minute = 60_000;

test('a payment whose key was forgotten cannot be made again by it', async () => {
  const { it } = server;
  const [payer, payee] = [await register(it), await register(it)];
  await fund(it, payer, 'USDT', '100');
  const quoted = await quote(it, payer, { to: await addressOf(it, payee) });
  const body = { quote_id: quoted.body.data.id };
  const key = randomUUID();
  const send = () => idempotent(it, payer, '/transactions/send', body, key);
  expect((await send()).status).toBe(201);
  const later = new Date(it.clock.now().getTime() + 91 * 86_400_000);
  await sweepKeys(it.database.query, later);
  expect((await send()).body.code).toBe('QUOTE_USED');
  await sweepKeys(it.database.query, later);
  await sweepQuotes(it.database.query, later);
  expect((await send()).body.code).toBe('NOT_FOUND');
  expect(await balance(it, payee)).toMatchObject({ total: '10' });
});

test('a refusal is the answer of its key for ten minutes, an effect for longer', async () => {
  const { it } = server;
  const [payer, payee] = [await register(it), await register(it)];
  await fund(it, payer, 'USDT', '100');
  const quoted = await quote(it, payer, { to: await addressOf(it, payee) });
  const [paid, invented] = [randomUUID(), randomUUID()];
  const pay = () => idempotent(it, payer, '/transactions/send', { quote_id: quoted.body.data.id }, paid);
  const invent = () => idempotent(it, payer, '/transactions/send', { quote_id: invented }, invented);
  const first = [await pay(), await invent()];
  expect(first.map(({ status }) => status)).toEqual([201, 404]);
  it.clock.advance(10 * minute - 1);
  const again = [await pay(), await invent()];
  expect(again.map(({ body }) => body)).toEqual(first.map(({ body }) => body));
  expect(again.map(({ headers }) => headers.get('idempotent-replayed'))).toEqual(['true', 'true']);
  const became = (key: string) => it.get(`/operations/${key}`, payer);
  expect((await became(invented)).body.data.status).toBe('refused');

  it.clock.advance(1);
  expect((await became(invented)).status).toBe(404);
  expect((await became(paid)).body.data.status).toBe('done');
  const last = [await pay(), await invent()];
  expect(last.map(({ headers }) => headers.get('idempotent-replayed'))).toEqual(['true', null]);
  expect(last[1]?.status).toBe(404);
  // Refused anew, and kept for ten minutes from then on.
  expect((await became(invented)).body.data.status).toBe('refused');
});

test('refusals that are over are forgotten, and no effect is', async () => {
  const { it } = server;
  const [payer, payee] = [await register(it), await register(it)];
  await fund(it, payer, 'USDT', '100');
  const quoted = await quote(it, payer, { to: await addressOf(it, payee) });
  const body = { quote_id: quoted.body.data.id };
  const paid = randomUUID();
  await idempotent(it, payer, '/transactions/send', body, paid);
  await idempotent(it, payer, '/transactions/send', body);
  const keys = () =>
    it.database.query<{ key: string }>('SELECT key FROM idempotency_keys WHERE owner_id = $1', [payer.id]);
  const later = (milliseconds: number) => new Date(it.clock.now().getTime() + milliseconds);
  await sweepRefusals(it.database.query, later(10 * minute - 1));
  expect(await keys()).toHaveLength(2);
  await sweepRefusals(it.database.query, later(10 * minute));
  expect(await keys()).toEqual([{ key: paid }]);
});

test('an account begins so many calls with a key in a minute; what is refused then is not kept, and others go on', async () => {
  const it = await openTestServer({ quoteLimits: { open: 10, perMinute: 3 } });
  const [greedy, other] = [await register(it), await register(it)];
  const invent = (person: typeof greedy, key = randomUUID()) =>
    idempotent(it, person, '/transactions/send', { quote_id: randomUUID() }, key);
  const answers = await Promise.all(Array.from({ length: 40 }, () => invent(greedy)));
  expect(answers.filter(({ status }) => status === 404)).toHaveLength(6);
  const refused = answers.filter(({ status }) => status === 429);
  expect(refused).toHaveLength(34);
  expect(refused.every(({ body }) => body.code === 'RATE_LIMITED')).toBe(true);
  expect(refused[0]?.headers.get('retry-after')).toBe('10');
  const [kept] = await it.database.query<{ count: number }>(
    'SELECT count(*)::int AS count FROM idempotency_keys WHERE owner_id = $1',
    [greedy.id],
  );
  expect(kept?.count).toBe(6);
  expect((await invent(other)).status).toBe(404);

  // Work for one caller at a time has the same limit.
  const ticket = { subject: 'Where is it?', category: 'general', priority: 'low', message: 'I wait.' };
  const asked = () => idempotent(it, greedy, '/support/tickets', { ...ticket, attachment_ids: [] });
  expect((await asked()).body.code).toBe('RATE_LIMITED');
  it.clock.advance(10_000);
  expect((await asked()).status).toBe(201);
  expect((await invent(greedy)).body.code).toBe('RATE_LIMITED');
  await it.close();
});
