import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { findNamed } from '../../../server/payments/people.ts';
import { countingDatabase } from '../../support/countingDatabase.ts';
import { addressOf, balance, fund, type Person, pay, payProven, quote } from '../../support/payments.ts';
import { openTestServer, register, type TestServer, testServer } from '../../support/server.ts';

const server = testServer();
const minute = 60_000;

/** Each two minutes one network may register one more. */
function newPerson(it: TestServer, form: Record<string, unknown> = {}) {
  it.clock.advance(2 * minute);
  return register(it, form);
}

/** An account that others may pay by name, unless told otherwise. */
async function payee(
  it: TestServer,
  { discoverable = true, confirmed = true, ...form }: Record<string, unknown> = {},
) {
  const username = `kira.${randomUUID().slice(0, 8)}`;
  const person = await newPerson(it, { username, first_name: 'Кира', last_name: 'Орлова', ...form });
  if (confirmed) await confirm(it, person);
  if (discoverable) await discover(it, person, true);
  return { ...person, username };
}

const confirm = (it: TestServer, { id }: Person) =>
  it.database.query('UPDATE users SET email_confirmed_at = $2 WHERE id = $1', [id, it.clock.now()]);

const discover = (it: TestServer, { token }: Person, discoverable: unknown) =>
  it.put('/profile/discoverability', { discoverable }, { token });

async function payer(it: TestServer) {
  const person = await newPerson(it);
  await fund(it, person, 'USDT', '100');
  return person;
}

const notFound = { status: 422, code: 'ADDRESS_INVALID', fields: { to: 'not_found' } };

test.each(['username', 'email'] as const)('who allows it is found by their whole %s', async (by) => {
  const { it } = server;
  const [from, to] = [await payer(it), await payee(it)];
  const asked = to[by];
  const answer = await quote(it, from, { to: asked.toUpperCase() });
  expect(answer.status).toBe(201);
  expect(answer.body.data).toMatchObject({
    kind: 'send',
    to: await addressOf(it, to),
    fee: { amount: '0' },
    recipient: {
      known: true,
      is_account: true,
      first_time: true,
      person: { asked: by === 'email' ? asked : asked.toUpperCase(), name: 'Кира О.' },
    },
  });
  // What was not typed is told nowhere.
  const told = JSON.stringify(answer.body);
  expect(told).not.toContain(by === 'email' ? to.username : to.email);
  expect(told).not.toMatch(/Орлова|phone|birth/);
});

test('the payment reaches both histories as between two accounts', async () => {
  const { it } = server;
  const [from, to] = [await payer(it), await payee(it)];
  const paid = await pay(it, from, { kind: 'withdraw', to: `@${to.username}`, amount: '12.5' });
  expect(paid.body.data).toMatchObject({ status: 'completed', counterparty: await addressOf(it, to) });
  expect(await balance(it, to)).toMatchObject({ available: '12.5' });
  const { data } = (await it.get('/transactions', { token: to.token })).body;
  expect(data).toMatchObject([{ kind: 'receive', amount: '12.5', status: 'completed' }]);
  expect(JSON.stringify(data)).not.toContain(from.email);
});

test('nobody else is found, and each of them is answered alike', async () => {
  const { it } = server;
  const from = await payer(it);
  const off = await payee(it, { discoverable: false });
  const unconfirmed = await payee(it, { confirmed: false });
  const frozen = await payee(it);
  await it.operator('POST', '/accounts/freeze', { email: frozen.email });
  const closed = await payee(it);
  await it.database.query('UPDATE users SET closed_at = now() WHERE id = $1', [closed.id]);
  const taken = await payee(it);
  await discover(it, taken, false);
  const names = [
    ...['nobody.here', 'nobody@example.org', off.username, off.email, unconfirmed.email],
    ...[frozen.username, closed.username, taken.username],
    ...[(await payee(it)).username.slice(0, -1)],
  ];
  const answers = [];
  for (const to of names) {
    const { status, body } = await quote(it, from, { to });
    answers.push({ ...body, status, request_id: null });
  }
  expect(answers[0]).toMatchObject(notFound);
  expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
});

test('looking for who is not here asks the database the same as for who does not allow it', async () => {
  const { it } = server;
  const counting = countingDatabase(it.database);
  const statementsFor = async (to: string) => {
    const payerId = (await newPerson(it)).id;
    counting.statements = 0;
    const asked = { payerId, token: 'USDT', to, network: '203.0.113.70', at: it.clock.now() };
    const addresses = { xpub: 'none', derive: () => 'none' };
    await expect(findNamed(counting.db, asked, addresses)).rejects.toMatchObject({ code: 'ADDRESS_INVALID' });
    return counting.statements;
  };
  const off = await payee(it, { discoverable: false });
  const expected = await statementsFor('nobody.here');
  expect(expected).toBeGreaterThan(3);
  for (const to of [off.username, off.email, 'nobody@example.org'])
    expect(await statementsFor(to)).toBe(expected);
});

test('a first name with marks, and none at all', async () => {
  const { it } = server;
  const from = await payer(it);
  const marked = await payee(it, { first_name: 'Zoë', last_name: 'E\u0323\u0301mil' });
  const named = await quote(it, from, { to: marked.username });
  expect(named.body.data.recipient.person.name).toBe('Zoë Ẹ́.');
  await it.database.query('UPDATE users SET first_name = NULL, last_name = NULL WHERE id = $1', [marked.id]);
  const nameless = await quote(it, from, { to: marked.username });
  expect(nameless.body.data.recipient.person).toEqual({ asked: marked.username, name: null });
});

test('oneself is told so, whatever one has allowed', async () => {
  const { it } = server;
  const person = await payee(it, { discoverable: false, confirmed: false });
  await fund(it, person, 'USDT', '100');
  for (const to of [person.username, person.email])
    expect((await quote(it, person, { to })).body).toMatchObject({ fields: { to: 'own' } });
});

test('an address is asked of no name, and costs no lookup', async () => {
  const { it } = server;
  const [from, to] = [await payer(it), await payee(it, { discoverable: false })];
  const address = await addressOf(it, to);
  for (let tries = 0; tries < 15; tries += 1) {
    const { body } = await quote(it, from, { to: address });
    expect(body.data.recipient).toMatchObject({ is_account: true, person: null });
  }
});

test('a quote stands though its person switches it off; the next one finds nobody', async () => {
  const { it } = server;
  const [from, to] = [await payer(it), await payee(it)];
  const quoted = await quote(it, from, { to: to.username });
  await discover(it, to, false);
  expect((await quote(it, from, { to: to.username })).body).toMatchObject(notFound);
  const paid = await payProven(it, from, '/transactions/send', { quote_id: quoted.body.data.id });
  expect(paid.body.data).toMatchObject({ status: 'completed', counterparty: quoted.body.data.to });
});

test('who is paid is told by whom: by name while the payer may be found, else that it is an account here', async () => {
  const { it } = server;
  const [from, to] = [await payer(it), await payee(it)];
  await payProven(it, from, '/transactions/send', {
    quote_id: (await quote(it, from, { to: to.username })).body.data.id,
  });
  const senders = async ({ token }: Person) =>
    (await it.get('/transactions', { token })).body.data.map((each: { kind: string; sender: unknown }) => [
      each.kind,
      each.sender,
    ]);
  expect(await senders(to)).toEqual([['receive', { name: null }]]);
  await discover(it, from, true);
  expect(await senders(to)).toEqual([['receive', { name: 'Anna I.' }]]);
  expect((await senders(from)).sort()).toEqual([
    ['deposit', null],
    ['send', null],
  ]);
});

test('a username that goes to somebody else takes no quoted payment with it', async () => {
  const { it } = server;
  const [from, to, next] = [await payer(it), await payee(it), await payee(it)];
  const quoted = await quote(it, from, { to: to.username });
  await it.put('/profile', { username: `old.${to.username}`.slice(0, 30) }, { token: to.token });
  await it.put('/profile', { username: to.username }, { token: next.token });
  await payProven(it, from, '/transactions/send', { quote_id: quoted.body.data.id });
  expect(await balance(it, to)).toMatchObject({ available: '10' });
  const again = await quote(it, from, { to: to.username });
  expect(again.body.data).toMatchObject({ to: await addressOf(it, next), recipient: { first_time: true } });
});

test('somebody who has no address for the token gets theirs, once', async () => {
  const { it } = server;
  const [from, to] = [await payer(it), await payee(it)];
  const quotes = await Promise.all([1, 2, 3].map(() => quote(it, from, { to: to.username })));
  const reached = new Set(quotes.map(({ body }) => body.data.to));
  expect([...reached]).toEqual([await addressOf(it, to)]);
});

test('only saved addresses may be paid: a name lets nothing around that', async () => {
  const { it } = server;
  const [from, to] = [await payer(it), await payee(it)];
  await it.database.query(
    `INSERT INTO security_settings (user_id, members, pending, changed_at) VALUES ($1, '{"allow_list_only": true}', '[]', $2)`,
    [from.id, it.clock.now()],
  );
  expect((await quote(it, from, { to: to.username })).body.code).toBe('ADDRESS_NOT_ALLOWED');
});

test('where no addresses are made nobody is looked for', async () => {
  const { it } = server;
  const [from, to] = [await payer(it), await payee(it)];
  const asked = { payerId: from.id, token: 'USDT', network: '203.0.113.7', at: it.clock.now() };
  for (const name of [to.username, 'nobody.here'])
    await expect(findNamed(it.database, { ...asked, to: name }, null)).rejects.toMatchObject({
      code: 'UNAVAILABLE',
    });
});

test('an account may look for ten names at once; a name that it has asked for costs nothing for a day', async () => {
  const { it } = server;
  const [from, to] = [await payer(it), await payee(it)];
  await quote(it, from, { to: to.username });
  const ask = (name: string) => quote(it, from, { to: name });
  for (let tries = 1; tries < 10; tries += 1) expect((await ask(`no.one.${tries}`)).status).toBe(422);
  const over = await ask('no.one.10');
  expect([over.status, over.body.code, over.headers.get('retry-after')]).toEqual([
    429,
    'RATE_LIMITED',
    '600',
  ]);
  // The field says which of the throttles it is, and when it lets go.
  expect(over.body).toMatchObject({
    fields: { to: 'throttled' },
    until: new Date(it.clock.now().getTime() + 600_000).toISOString(),
  });
  // Neither is it found for nothing now that it was refused.
  expect((await ask('no.one.10')).status).toBe(429);
  expect((await ask(to.username.toUpperCase())).status).toBe(201);
  it.clock.advance(10 * minute);
  expect((await ask('no.one.10')).status).toBe(422);
  expect((await ask('no.one.11')).status).toBe(429);
});

test('and one network sixty, over all its accounts', async () => {
  const it = await openTestServer();
  try {
    const ask = (person: Person, to: string) =>
      it.post(
        '/transactions/quotes',
        { kind: 'send', token: 'USDT', amount: '10', to },
        { token: person.token, address: '198.51.100.9' },
      );
    for (let account = 0; account < 6; account += 1) {
      const person = await register(it);
      for (let tries = 0; tries < 10; tries += 1)
        expect((await ask(person, `no.one.${account}.${tries}`)).status).toBe(422);
    }
    const next = await register(it);
    expect((await ask(next, 'no.one')).body.code).toBe('RATE_LIMITED');
    expect((await quote(it, next, { to: 'no.one' })).status).toBe(422);
  } finally {
    await it.close();
  }
});

test('it is off at first, and its person is told when it is on', async () => {
  const { it } = server;
  const person = await newPerson(it);
  const told = async () => {
    const { data } = (await it.get('/notifications', { token: person.token })).body;
    return data.filter(({ outcome }: { outcome: string }) => outcome === 'settingsChanged').length;
  };
  expect((await it.get('/profile', { token: person.token })).body.data.discoverable).toBe(false);
  expect((await discover(it, person, true)).body.data.discoverable).toBe(true);
  expect((await discover(it, person, true)).body.data.discoverable).toBe(true);
  expect(await told()).toBe(1);
  expect((await discover(it, person, false)).body.data.discoverable).toBe(false);
  expect(await told()).toBe(1);
  const since = 'SELECT discoverable_since FROM users WHERE id = $1';
  expect(await it.database.query(since, [person.id])).toEqual([{ discoverable_since: null }]);
});

test('two tabs that switch it on at once tell of it once; a switch pressed again and again is refused', async () => {
  const { it } = server;
  const person = await newPerson(it);
  await Promise.all([1, 2, 3].map(() => discover(it, person, true)));
  const rows = await it.database.query(
    "SELECT 1 FROM notice_emails WHERE user_id = $1 AND occasion = 'settingsChanged'",
    [person.id],
  );
  expect(rows).toHaveLength(1);
  for (let tries = 3; tries < 10; tries += 1) await discover(it, person, tries % 2 === 0);
  expect((await discover(it, person, false)).status).toBe(429);
});

test.each([[undefined], [null], ['true'], [1]])('%j switches nothing', async (discoverable) => {
  const person = await newPerson(server.it);
  const answer = await discover(server.it, person, discoverable);
  expect([answer.status, answer.body.fields]).toEqual([422, { discoverable: 'format' }]);
});
