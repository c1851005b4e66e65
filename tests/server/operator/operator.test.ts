import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { operatorToken, register, testServer } from '../../support/server.ts';

const server = testServer();

function deposit(changes: Record<string, unknown>) {
  return server.it.operator('POST', '/deposits', {
    id: randomUUID(),
    email: 'nobody@example.org',
    token: 'USDT',
    amount: '1',
    ...changes,
  });
}

test.each(['', 'Bearer wrong', `Bearer ${operatorToken}x`, `Basic ${operatorToken}`])(
  'without the operator’s token every call is refused: %s',
  async (authorization) => {
    for (const [method, path] of [
      ['GET', '/audit'],
      ['POST', '/accounts'],
      ['POST', '/deposits'],
      ['POST', '/accounts/freeze'],
      ['POST', '/accounts/unfreeze'],
      ['GET', '/withdrawals'],
      ['POST', '/withdrawals/approve'],
      ['POST', '/withdrawals/reject'],
      ['POST', '/withdrawals/enable'],
      ['POST', '/withdrawals/disable'],
    ]) {
      const url = `http://localhost:3000/api/operator${path}`;
      const response = await server.it.operate(
        new Request(url, { method: method ?? 'GET', headers: { authorization } }),
        // From many addresses: one that shows too many wrong tokens is told to wait.
        { address: `192.0.2.${path?.length}` },
      );
      expect(response.status).toBe(401);
    }
  },
);

test('a person’s token is not an operator’s, nor the other way round', async () => {
  const { token } = await register(server.it);
  const headers = { authorization: `Bearer ${token}` };
  const audit = await server.it.operate(new Request('http://localhost:3000/api/operator/audit', { headers }));
  expect(audit.status).toBe(401);
  expect((await server.it.get('/wallet', { token: operatorToken })).status).toBe(401);
});

test('an account that the operator opens can be signed in to', async () => {
  const person = { email: 'made@example.org', password: 'Made2026', first_name: 'Mia', last_name: 'Berg' };
  const made = await server.it.operator('POST', '/accounts', person);
  expect(made).toMatchObject({
    status: 201,
    body: { data: { email: 'made@example.org', first_name: 'Mia', username: null, phone: null } },
  });
  const login = await server.it.post('/auth/login', {
    email: person.email,
    password: person.password,
    remember: false,
  });
  const wallet = await server.it.get('/wallet', { token: login.body.data.token });
  expect(wallet.body.data.tokens).toHaveLength(3);
  expect((await server.it.operator('POST', '/accounts', person)).body).toMatchObject({
    code: 'EMAIL_TAKEN',
    fields: { email: 'taken' },
  });
});

test('two accounts without a username do not collide', async () => {
  const person = { password: 'Made2026', first_name: 'Mia', last_name: 'Berg' };
  for (const email of ['one@example.org', 'two@example.org']) {
    expect((await server.it.operator('POST', '/accounts', { ...person, email })).status).toBe(201);
  }
});

test('a deposit arrives once, however often it is repeated', async () => {
  const { email, token } = await register(server.it);
  const id = randomUUID();
  const answers = await Promise.all(
    Array.from({ length: 8 }, () => deposit({ id, email, token: 'ZST', amount: '2.5' })),
  );
  for (const answer of answers) {
    expect(answer).toMatchObject({
      status: 201,
      body: { data: { id, token: 'ZST', amount: '2.5', available: '2.5' } },
    });
  }
  const { body } = await server.it.get('/wallet', { token });
  expect(body.data.tokens[0].total).toBe('2.5');
  const other = await deposit({ id, email, token: 'ZST', amount: '3' });
  expect(other).toMatchObject({ status: 422, body: { code: 'IDEMPOTENCY_MISMATCH' } });
});

test('an account without an email is credited by its ID or username', async () => {
  const { it } = server;
  const { id, username, token } = await register(it);
  await it.database.query('UPDATE users SET email = NULL WHERE id = $1', [id]);
  for (const account of [id, String(username).toUpperCase()])
    expect((await deposit({ email: undefined, account, token: 'ZST', amount: '2' })).status).toBe(201);
  expect((await it.get('/wallet', { token })).body.data.tokens[0].total).toBe('4');
});

test.each([
  [{ amount: '0' }, 'AMOUNT_TOO_SMALL'],
  [{ amount: '-1' }, 'AMOUNT_TOO_SMALL'],
  [{ amount: '1e3' }, 'VALIDATION_FAILED'],
  [{ amount: '1,5' }, 'VALIDATION_FAILED'],
  [{ amount: '0.0000001' }, 'VALIDATION_FAILED'],
  [{ amount: '1000000000000001' }, 'AMOUNT_TOO_LARGE'],
  [{ amount: '9'.repeat(60) }, 'AMOUNT_TOO_LARGE'],
  [{ amount: '9'.repeat(61) }, 'VALIDATION_FAILED'],
  [{ amount: 5 }, 'VALIDATION_FAILED'],
  [{ token: 'BTC' }, 'VALIDATION_FAILED'],
  [{ id: '1' }, 'VALIDATION_FAILED'],
  [{ email: 'nobody@example.org' }, 'NOT_FOUND'],
  [{ email: undefined, account: 'nobody' }, 'NOT_FOUND'],
  [{ email: undefined }, 'VALIDATION_FAILED'],
  [{ account: 'anybody' }, 'VALIDATION_FAILED'],
])('a deposit with %j is refused', async (changes, code) => {
  const { email } = await register(server.it);
  const { body } = await deposit({ email, ...changes });
  expect(body.code).toBe(code);
});

test('a frozen person may sign in and read, and a second freeze keeps the first moment', async () => {
  const { it } = server;
  const { email, password, id } = await register(it);
  const frozen = await it.operator('POST', '/accounts/freeze', { email });
  expect(frozen.body.data.status).toBe('frozen');
  const login = await it.post('/auth/login', { email, password, remember: false });
  expect(login).toMatchObject({ status: 200, body: { data: { user: { status: 'frozen' } } } });

  const moment = () => it.database.query('SELECT frozen_at FROM users WHERE id = $1', [id]);
  const first = await moment();
  it.clock.advance(1000);
  await it.operator('POST', '/accounts/freeze', { email });
  expect(await moment()).toEqual(first);

  const lifted = await it.operator('POST', '/accounts/unfreeze', { email: email.toUpperCase() });
  expect(lifted.body.data.status).toBe('active');
  const nobody = await it.operator('POST', '/accounts/freeze', { email: 'nobody@example.org' });
  expect(nobody).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } });
});

test('an operator ends all sessions of one account, and of no other', async () => {
  const { it } = server;
  const person = await register(it);
  const other = await register(it);
  const second = await it.post('/auth/login', {
    email: person.email,
    password: person.password,
    remember: true,
  });
  expect(await it.operator('POST', '/accounts/sign-out', { email: person.email })).toMatchObject({
    status: 200,
    body: { data: { email: person.email } },
  });
  for (const token of [person.token, second.body.data.token])
    expect((await it.get('/profile', { token })).status).toBe(401);
  expect((await it.get('/profile', { token: other.token })).status).toBe(200);
  expect((await it.operator('POST', '/accounts/sign-out', { email: 'nobody@example.org' })).status).toBe(404);
});

test('of a freeze its person reads the reason, another one replaces it, and none outlives it', async () => {
  const { it } = server;
  const { email, token } = await register(it);
  const freeze = (given: object) => it.operator('POST', '/accounts/freeze', { email, ...given });
  const told = async () => (await it.get('/profile', { token })).body.data.freeze;
  expect(await told()).toBeNull();
  const since = it.clock.now().toISOString();
  await freeze({ reason: 'unusual_activity', note: 'See ticket 1001.' });
  expect(await told()).toEqual({ reason: 'unusual_activity', note: 'See ticket 1001.', since });
  it.clock.advance(1000);
  await freeze({});
  expect(await told()).toEqual({ reason: 'unusual_activity', note: 'See ticket 1001.', since });
  await freeze({ reason: 'legal' });
  expect(await told()).toEqual({ reason: 'legal', note: null, since });
  expect((await freeze({ reason: 'ugly' })).body).toMatchObject({ fields: { reason: 'format' } });
  await it.operator('POST', '/accounts/unfreeze', { email });
  expect(await told()).toBeNull();
  await freeze({});
  expect(await told()).toMatchObject({ reason: null, note: null });
});

test('the audit is clean until a balance is tampered with', async () => {
  const { it } = server;
  const { email, id } = await register(it);
  await deposit({ email, amount: '12' });
  const clean = await it.operator('GET', '/audit');
  expect(clean.body.data).toMatchObject({ clean: true, faults: [] });
  await it.database.query(
    "UPDATE ledger_accounts SET posted = posted + 1 WHERE owner_id = $1 AND token = 'USDT'",
    [id],
  );
  const faulty = await it.operator('GET', '/audit');
  expect(faulty.body.data.clean).toBe(false);
  expect(faulty.body.data.faults.join()).toContain(id);
  await it.database.query(
    "UPDATE ledger_accounts SET posted = posted - 1 WHERE owner_id = $1 AND token = 'USDT'",
    [id],
  );
});

test('wrong tokens of an address are told to wait, and keep the right one out at no time', async () => {
  const { it } = server;
  const show = (token: string) =>
    it.operate(
      new Request('http://localhost:3000/api/operator/withdrawals', {
        headers: { authorization: `Bearer ${token}` },
      }),
      { address: '198.51.100.77' },
    );
  const statuses: number[] = [];
  for (let index = 0; index < 12; index += 1) statuses.push((await show(`wrong-${index}`)).status);
  expect(statuses).toEqual([...Array<number>(10).fill(401), 429, 429]);
  const refused = await show('wrong');
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  expect((await show(operatorToken)).status).toBe(200);
  const told = it.logged.filter(
    (line) => line.includes('"operator_refused"') && line.includes('198.51.100.77'),
  );
  expect(told).toHaveLength(13);
});

test('what an operator does is written down before and after, without passwords', async () => {
  const { it } = server;
  const person = {
    email: 'logged@example.org',
    password: 'Made2026-secret',
    first_name: 'Mia',
    last_name: 'Berg',
  };
  await it.operator('POST', '/accounts', person);
  await it.operator('POST', '/accounts', person);
  const { body } = await it.operator('GET', '/log');
  const { password: _, ...told } = person;
  expect(body.data.slice(0, 3)).toMatchObject([
    // This very call: it has not ended yet.
    { verb: 'GET /log', subject: null, status: null },
    { verb: 'POST /accounts', operator: 'local token', address: '203.0.113.7', status: 409 },
    { verb: 'POST /accounts', status: 201, at: it.clock.now().toISOString() },
  ]);
  expect(JSON.parse(body.data[1].subject)).toEqual(told);
  expect(JSON.stringify(body)).not.toContain(person.password);
  const rows = await it.database.query(
    'SELECT status FROM operator_log WHERE request_id = $1 ORDER BY status',
    [body.data[1].request_id],
  );
  expect(rows).toEqual([{ status: 409 }, { status: null }]);
});

test('the operator gives nobody a common password either', async () => {
  const person = { email: 'weak@example.org', password: 'Password1', first_name: 'Mia', last_name: 'Berg' };
  expect(await server.it.operator('POST', '/accounts', person)).toMatchObject({
    status: 422,
    body: { code: 'VALIDATION_FAILED', fields: { password: 'common' } },
  });
});

test.each([
  ['/chain/resume', { chain: '\u0000' }, { chain: 'characters' }],
  ['/treasury/acceptances', { tx_hash: 'a\u0000', note: 'A refund.' }, { tx_hash: 'characters' }],
])('%s refuses what no database can hold: %j', async (path, body, fields) => {
  expect(await server.it.operator('POST', path, body)).toMatchObject({ status: 422, body: { fields } });
});
