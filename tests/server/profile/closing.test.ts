import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { Db, Query } from '../../../server/database/db.ts';
import type { Email } from '../../../server/email/mailer.ts';
import { sweepFiles } from '../../../server/files/records.ts';
import { deletedTables, eraseClosed } from '../../../server/profile/closed.ts';
import { hasEngine, openServerDatabase } from '../../support/database.ts';
import { proofBy, turnOnTotp } from '../../support/factors.ts';
import { approved, sendDocument } from '../../support/kyc.ts';
import { latch } from '../../support/latch.ts';
import { addressOf, fund, idempotent, type Person, pay, quote } from '../../support/payments.ts';
import { openTestServer, register, type TestServer, testServer } from '../../support/server.ts';
import { formOf, jpg, postForm } from '../../support/uploads.ts';

const emails: Email[] = [];
const server = testServer({ mailer: { send: async (email) => void emails.push(email) } });

const year = 365.25 * 86_400_000;

async function close(person: Person, it = server.it) {
  const proof = await proofBy(it, person.token, { method: 'password', password: person.password }, 'close');
  return it.post('/profile/close', undefined, proof);
}

const closing = async ({ token }: Person) => (await server.it.get('/profile/closing', { token })).body.data;
const logIn = ({ email, password }: { email: string; password: string }, it = server.it) =>
  it.post('/auth/login', { email, password, remember: false });

test('an empty account is closed: its sessions end, and nobody logs in to it any more', async () => {
  const { it } = server;
  const person = await register(it);
  const elsewhere = (await logIn(person)).body.data.token;
  expect(await closing(person)).toEqual({ obstacles: [], kept_until: '2031-11-20T09:00:00.000Z' });
  emails.length = 0;
  const { status, body, headers } = await close(person);
  expect([status, body, headers.get('clear-site-data')]).toEqual([204, null, '"cache"']);
  for (const token of [person.token, elsewhere])
    expect((await it.get('/profile', { token })).body.code).toBe('UNAUTHENTICATED');
  const unknown = await logIn({ email: `nobody-${randomUUID()}@example.org`, password: person.password });
  const known = await logIn(person);
  expect([known.status, { ...known.body, request_id: '' }]).toEqual([
    401,
    { ...unknown.body, request_id: '' },
  ]);
  await it.rest();
  expect(emails).toHaveLength(1);
  expect(emails[0]).toMatchObject({ to: person.email, subject: 'Zesto: Your account is closed' });
  expect(emails[0]?.text).toContain('November 20, 2031');
  expect(it.logged.some((line) => line.includes('account_closed') && line.includes(person.id))).toBe(true);
});

test('its email and its username are free: who registers with them has another account, and a forgotten password is nobody’s', async () => {
  const { it } = server;
  const person = await register(it);
  await close(person);
  await it.rest();
  emails.length = 0;
  await it.post('/auth/password/forgotten', { email: person.email, captcha: await it.captcha() });
  await it.rest();
  expect(emails).toEqual([]);
  const again = await register(it, {
    email: person.email,
    username: person.username,
    password: 'Another2027',
    password_confirmation: 'Another2027',
  });
  expect(again.id).not.toBe(person.id);
  expect((await it.get('/transactions', again)).body.data).toEqual([]);
  expect((await logIn(person)).body.code).toBe('INVALID_CREDENTIALS');
  expect((await close(again)).status).toBe(204);
  const found = (await it.operator('GET', `/accounts?q=${encodeURIComponent(person.email)}`)).body.data;
  expect(found.map(({ id }: { id: string }) => id).sort()).toEqual([person.id, again.id].sort());
});

test('an operator sees that an account is closed, and whose it was', async () => {
  const { it } = server;
  const person = await register(it);
  await close(person);
  const closedAt = it.clock.now().toISOString();
  const told = { id: person.id, email: person.email, first_name: 'Anna', closed_at: closedAt };
  expect((await it.operator('GET', `/accounts/${person.id}`)).body.data).toMatchObject(told);
  const beginning = encodeURIComponent(person.email.slice(0, -1));
  expect((await it.operator('GET', `/accounts?q=${beginning}`)).body.data).toEqual([]);
  const freeze = await it.operator('POST', '/accounts/freeze', { email: person.email });
  expect(freeze.body.code).toBe('NOT_FOUND');
});

test('everything that is in the way is told at once, and closes nothing', async () => {
  const { it } = server;
  const person = await register(it);
  await fund(it, person, 'USDT', '100');
  await fund(it, person, 'ZST', '2');
  expect((await pay(it, person, { kind: 'withdraw', amount: '20' })).status).toBe(201);
  const to = await addressOf(it, person, 'STO');
  const arriving = { id: randomUUID(), to, token: 'STO', amount: '3' };
  expect((await it.operator('POST', '/network/deposits', arriving)).status).toBe(201);
  await it.settle();
  const shown = { method: 'password', password: person.password };
  const lock = await proofBy(it, person.token, shown, 'security');
  expect((await it.put('/security/settings', { lock_days: 7 }, lock)).status).toBe(200);
  await it.operator('POST', '/accounts/freeze', { email: person.email });
  const nothing = { token: null, amount: null, until: null };
  const { obstacles } = await closing(person);
  expect(obstacles).toEqual([
    { ...nothing, reason: 'frozen' },
    { ...nothing, reason: 'locked' },
    { reason: 'balance', token: 'USDT', amount: expect.any(String), until: null },
    { reason: 'balance', token: 'ZST', amount: '2', until: null },
    { reason: 'payment', token: 'USDT', amount: '20', until: null },
    { reason: 'deposit', token: 'STO', amount: '3', until: null },
  ]);
  const refused = await close(person);
  expect([refused.status, refused.body.code]).toEqual([409, 'STATUS_CONFLICT']);
  expect(refused.body.detail).toMatch(
    /frozen, locked, balance of .* USDT, balance of 2 ZST, payment of 20 USDT, deposit of 3 STO/,
  );
  expect((await it.get('/profile', person)).status).toBe(200);
});

test('what is reserved for something else is told by its token', async () => {
  const { it } = server;
  const person = await register(it);
  await fund(it, person, 'USDT', '5');
  await it.database.query(
    `INSERT INTO ledger_holds (id, owner_id, token, amount, kind, since) VALUES ($1, $2, 'USDT', 5000000, 'review', $3)`,
    [randomUUID(), person.id, it.clock.now()],
  );
  await it.database.query(
    "UPDATE ledger_accounts SET held = 5000000 WHERE owner_id = $1 AND token = 'USDT'",
    [person.id],
  );
  expect((await closing(person)).obstacles).toEqual([
    { reason: 'hold', token: 'USDT', amount: '5', until: null },
  ]);
  expect((await close(person)).body.code).toBe('STATUS_CONFLICT');
});

test('it asks for a fresh proof for closing, which a refusal does not use up', async () => {
  const { it } = server;
  const person = await register(it);
  expect((await it.post('/profile/close', undefined, person)).body.code).toBe('STEP_UP_REQUIRED');
  const shown = { method: 'password', password: person.password };
  const forExport = await proofBy(it, person.token, shown, 'export');
  expect((await it.post('/profile/close', undefined, forExport)).body.code).toBe('STEP_UP_REQUIRED');
  await fund(it, person, 'USDT', '10');
  const proof = await proofBy(it, person.token, shown, 'close');
  expect((await it.post('/profile/close', undefined, proof)).body.code).toBe('STATUS_CONFLICT');
  const other = await register(it);
  await idempotent(it, person, '/transactions/send', { quote_id: await all(person, other) });
  expect((await it.post('/profile/close', undefined, proof)).status).toBe(204);
});

/** A quote of everything that somebody has. */
async function all(payer: Person, payee: Person): Promise<string> {
  const { body } = await quote(server.it, payer, { to: await addressOf(server.it, payee), amount: 'max' });
  return body.data.id;
}

test('of two closings at once one is carried out, and the other finds the session over', async () => {
  const { it } = server;
  const person = await register(it);
  const token = (await logIn(person)).body.data.token;
  const shown = { method: 'password', password: person.password };
  const proofs = [await proofBy(it, person.token, shown, 'close'), await proofBy(it, token, shown, 'close')];
  const answers = await Promise.all(proofs.map((proof) => it.post('/profile/close', undefined, proof)));
  expect(answers.map(({ status }) => status).sort()).toEqual([204, 401]);
  expect(await rowsOf(it.database.query, 'sessions', person.id)).toBe(0);
});

test('a proof that is made while the session ends is none, and no fault', async () => {
  const { it } = server;
  for (let round = 0; round < 4; round += 1) {
    const person = await register(it);
    const token = (await logIn(person)).body.data.token;
    const asked = { for: { action: 'close' }, method: 'password', password: person.password };
    const [closed, proven] = await Promise.all([close(person), it.post('/auth/step-up', asked, { token })]);
    expect(closed.status).toBe(204);
    expect([200, 401]).toContain(proven.status);
  }
});

test('payments that arrive while it is closed are paid before, or refused: never lost', async () => {
  const { it } = server;
  const payer = await register(it);
  await fund(it, payer, 'USDT', '1000');
  for (let round = 0; round < 6; round += 1) {
    const person = await register(it);
    const to = await addressOf(it, person);
    const quotes = await Promise.all(Array.from({ length: 4 }, () => quote(it, payer, { to, amount: '10' })));
    const proof = await proofBy(it, person.token, { method: 'password', password: person.password }, 'close');
    const paying = quotes.map(({ body }) =>
      idempotent(it, payer, '/transactions/send', { quote_id: body.data.id }),
    );
    const closed = it.post('/profile/close', undefined, proof);
    const [result, ...paid] = await Promise.all([closed, ...paying]);
    const arrived = paid.filter(({ status }) => status === 201).length;
    const [row] = await it.database.query<{ posted: string }>(
      "SELECT posted FROM ledger_accounts WHERE owner_id = $1 AND token = 'USDT'",
      [person.id],
    );
    expect(Number(row?.posted)).toBe(arrived * 10_000_000);
    if (result.status === 204) expect(arrived).toBe(0);
    else expect([result.body.code, arrived > 0]).toEqual(['STATUS_CONFLICT', true]);
    for (const { status, body } of paid)
      if (status !== 201) expect(body).toMatchObject({ code: 'ADDRESS_INVALID', fields: { to: 'closed' } });
  }
  expect((await it.operator('GET', '/audit')).body.data).toMatchObject({ clean: true, faults: [] });
});

test('nobody gets a quote for a payment to a closed account, and one from before is not paid', async () => {
  const { it } = server;
  const [payer, person] = [await register(it), await register(it)];
  await fund(it, payer, 'USDT', '50');
  const to = await addressOf(it, person);
  const before = (await quote(it, payer, { to, amount: '10' })).body.data.id;
  await close(person);
  const refusal = { code: 'ADDRESS_INVALID', fields: { to: 'closed' } };
  expect((await quote(it, payer, { to, amount: '10' })).body).toMatchObject(refusal);
  const paid = await idempotent(it, payer, '/transactions/send', { quote_id: before });
  expect(paid.body).toMatchObject(refusal);
});

test('a login that is under way while the account is closed opens no session', async () => {
  const it = await openTestServer({ database: await openServerDatabase() });
  const person = await register(it);
  const attempts = Array.from({ length: 3 }, () => logIn(person, it));
  const [{ status }, ...answers] = await Promise.all([close(person, it), ...attempts]);
  expect(status).toBe(204);
  for (const answer of answers)
    if (answer.status === 200)
      expect((await it.get('/profile', { token: answer.body.data.token })).status).toBe(401);
    else expect(answer.body.code).toBe('INVALID_CREDENTIALS');
  expect(await rowsOf(it.database.query, 'sessions', person.id)).toBe(0);
  await it.close();
});

/** A body that tells when it is read, so that its call was admitted, and comes when it is let. */
function lateBody(bytes: Uint8Array) {
  const [read, released] = [latch(), latch()];
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        read.open();
        await released.isOpen;
        controller.enqueue(bytes);
        controller.close();
      },
    },
    { highWaterMark: 0 },
  );
  return { body, isRead: read.isOpen, arrive: released.open };
}

/** Puts JSON whose body may come late. */
function put(it: TestServer, token: string, path: string, body: ReadableStream<Uint8Array>) {
  const request = new Request(`http://localhost:3000/api/web-app${path}`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body,
    duplex: 'half',
  } as RequestInit);
  return it.fetch(request);
}

const erasable = 'username, username_key, phone, gender, avatar_file_id';
const erased = { username: null, username_key: null, phone: null, gender: null, avatar_file_id: null };

test('a call that was admitted before the account was closed writes nothing to it afterwards', async () => {
  const it = await openTestServer({ database: await openServerDatabase() });
  const { query } = it.database;
  const person = await register(it);
  const { token, username, phone } = person;
  const [bytes, name] = [await jpg(), 'face.jpg'];
  const picture = lateBody(formOf({ field: 'avatar', bytes, name }));
  const document = lateBody(formOf({ field: 'file', bytes, name, texts: { type: 'passport' } }));
  const changes = lateBody(Buffer.from(JSON.stringify({ username, phone, gender: 'other' })));
  const answers = Promise.all([
    postForm(it, token, '/profile/avatar', picture.body).then(({ status }) => status),
    postForm(it, token, '/kyc/documents', document.body).then(({ status }) => status),
    put(it, token, '/profile', changes.body).then(({ status }) => status),
  ]);
  const late = [picture, document, changes];
  await Promise.all(late.map(({ isRead }) => isRead));
  expect((await close(person, it)).status).toBe(204);
  for (const { arrive } of late) arrive();
  expect(await answers).toEqual([401, 401, 401]);
  const told = await query(`SELECT ${erasable}, kyc_status FROM users WHERE id = $1`, [person.id]);
  expect(told).toEqual([{ ...erased, kyc_status: 'notStarted' }]);
  for (const table of ['kyc_documents', 'files']) expect(await rowsOf(query, table, person.id)).toBe(0);
  await it.close();
});

test('a call that was admitted before lets nobody find its person, and leaves no settings, attachments or tickets', async () => {
  const it = await openTestServer({ database: await openServerDatabase() });
  const { query } = it.database;
  const person = await register(it);
  const { token } = person;
  const lateJson = (body: object) => lateBody(Buffer.from(JSON.stringify(body)));
  const discoverable = lateJson({ discoverable: true });
  const settings = lateJson({ daily_limit: '100' });
  const attachment = lateBody(formOf({ field: 'file', bytes: await jpg(), name: 'screen.jpg' }));
  const question = { subject: 'Where is it?', category: 'general', priority: 'low', message: 'I wonder.' };
  const ticket = lateJson(question);
  const keyed = { 'content-type': 'application/json', 'idempotency-key': randomUUID() };
  const answers = Promise.all([
    put(it, token, '/profile/discoverability', discoverable.body).then(({ status }) => status),
    put(it, token, '/security/settings', settings.body).then(({ status }) => status),
    postForm(it, token, '/support/attachments', attachment.body).then(({ status }) => status),
    postForm(it, token, '/support/tickets', ticket.body, keyed).then(({ status }) => status),
  ]);
  const late = [discoverable, settings, attachment, ticket];
  await Promise.all(late.map(({ isRead }) => isRead));
  expect((await close(person, it)).status).toBe(204);
  for (const { arrive } of late) arrive();
  expect(await answers).toEqual([401, 401, 401, 401]);
  const told = await query('SELECT discoverable_since FROM users WHERE id = $1', [person.id]);
  expect(told).toEqual([{ discoverable_since: null }]);
  for (const table of ['notifications', 'security_settings', 'files', 'tickets', 'idempotency_keys'])
    expect([table, await rowsOf(query, table, person.id)]).toEqual([table, 0]);
  await it.close();
});

test('a call with a key that was admitted before, and is refused, leaves no record of its key', async () => {
  const it = await openTestServer({ database: await openServerDatabase() });
  const person = await register(it);
  const calls = [
    ['/transactions/send', { quote_id: randomUUID() }],
    ['/exchange', { quote_id: randomUUID() }],
    [`/support/tickets/${randomUUID()}/messages`, { message: 'I wonder.' }],
  ] as const;
  const late = calls.map(([path, given]) => {
    const body = lateBody(Buffer.from(JSON.stringify(given)));
    const keyed = { 'content-type': 'application/json', 'idempotency-key': randomUUID() };
    return { ...body, answer: postForm(it, person.token, path, body.body, keyed) };
  });
  await Promise.all(late.map(({ isRead }) => isRead));
  expect((await close(person, it)).status).toBe(204);
  for (const { arrive } of late) arrive();
  const answers = await Promise.all(late.map(({ answer }) => answer));
  const codes = answers.map(({ body }) => body.code);
  expect(codes).toEqual(['ACCOUNT_BLOCKED', 'ACCOUNT_BLOCKED', 'UNAUTHENTICATED']);
  expect(await rowsOf(it.database.query, 'idempotency_keys', person.id)).toBe(0);
  await it.close();
});

// The embedded database carries out one transaction after the other.
test.runIf(process.env.ENGINE === 'postgres' && hasEngine())(
  'a submission that is refused just before the account is closed leaves no record of its key either',
  async () => {
    const database = await openServerDatabase();
    const [undone, goesOn] = [latch(), latch()];
    const slow: Db = {
      ...database,
      transaction: (work) =>
        database.transaction((query, atCommit) => {
          const watched: Query = async <Row extends object>(sql: string, values?: Parameters<Query>[1]) => {
            const rows = await query<Row>(sql, values);
            if (sql === 'ROLLBACK TO SAVEPOINT work') {
              undone.open();
              await goesOn.isOpen;
            }
            return rows;
          };
          return work(watched, atCommit);
        }),
    };
    const it = await openTestServer({ database: slow });
    const person = await register(it);
    const submission = idempotent(it, person, '/kyc/submit');
    await undone.isOpen;
    expect((await close(person, it)).status).toBe(204);
    goesOn.open();
    expect((await submission).body.code).toBe('STATUS_CONFLICT');
    expect(await rowsOf(database.query, 'idempotency_keys', person.id)).toBe(0);
    await it.close();
  },
);

test('nothing that stands in a closed account is left when it is erased', async () => {
  const it = await openTestServer({ database: await openServerDatabase() });
  const { query } = it.database;
  const person = await register(it);
  const form = formOf({ field: 'avatar', bytes: await jpg(), name: 'face.jpg' });
  expect((await postForm(it, person.token, '/profile/avatar', form)).status).toBe(200);
  const [picture] = await query<{ id: string }>('SELECT id FROM files WHERE user_id = $1', [person.id]);
  expect((await close(person, it)).status).toBe(204);
  await query(
    `UPDATE users SET username = 'Late', username_key = 'late', phone = '+34600111222', gender = 'other',
       avatar_file_id = $2 WHERE id = $1`,
    [person.id, picture?.id ?? null],
  );
  await eraseClosed(it.database, new Date('2031-11-20T09:00:00.000Z'));
  expect(await query(`SELECT ${erasable} FROM users WHERE id = $1`, [person.id])).toEqual([erased]);
  await sweepFiles({ database: it.database, files: it.files }, new Date('2031-11-21T09:00:00.000Z'));
  expect(await rowsOf(query, 'files', person.id)).toBe(0);
  await it.close();
});

test('what fails in the middle leaves the account as it was', async () => {
  const database = await openServerDatabase();
  let statements = 0;
  let failsAt = Number.POSITIVE_INFINITY;
  const breaking: Db = {
    ...database,
    transaction: (work) =>
      database.transaction((query) => {
        const counted: Query = (sql, values) => {
          statements += 1;
          if (statements === failsAt) throw new Error('the server was killed here');
          return query(sql, values);
        };
        return work(counted);
      }),
  };
  const it = await openTestServer({ database: breaking });
  const person = await register(it);
  const proof = await proofBy(it, person.token, { method: 'password', password: person.password }, 'close');
  const attempt = async (at: number) => {
    statements = 0;
    failsAt = at;
    const { status } = await it.post('/profile/close', undefined, proof);
    failsAt = Number.POSITIVE_INFINITY;
    return status;
  };
  const [before] = await database.query('SELECT * FROM users WHERE id = $1', [person.id]);
  let at = 1;
  for (; (await attempt(at)) !== 204; at += 1) {
    expect(await database.query('SELECT * FROM users WHERE id = $1', [person.id])).toEqual([before]);
    expect((await it.get('/profile', person)).status).toBe(200);
  }
  expect(at).toBeGreaterThan(deletedTables.length);
  await it.close();
});

test('a deposit that arrives afterwards is credited, and waits for an operator', async () => {
  const { it } = server;
  const person = await register(it);
  const to = await addressOf(it, person);
  await close(person);
  const late = { id: randomUUID(), to, token: 'USDT', amount: '7' };
  await it.operator('POST', '/network/deposits', late);
  for (let seconds = 0; seconds < 8; seconds += 1) {
    await it.settle();
    it.clock.advance(1_000);
  }
  const [line] = await it.database.query<{ id: string; status: string }>(
    'SELECT id, status FROM transactions WHERE user_id = $1',
    [person.id],
  );
  expect(line?.status).toBe('completed');
  expect((await it.operator('GET', '/attention')).body.data).toContainEqual(
    expect.objectContaining({
      work: 'late_deposit',
      subject: line?.id,
      reason: `the account ${person.id} is closed`,
    }),
  );
  expect((await it.operator('GET', '/audit')).body.data).toMatchObject({ clean: true, faults: [] });
});

async function rowsOf(query: Query, table: string, userId: string): Promise<number> {
  const column = ['idempotency_keys', 'ledger_accounts', 'ledger_holds'].includes(table)
    ? 'owner_id'
    : 'user_id';
  const [found] = await query<{ count: string }>(
    `SELECT count(*) AS count FROM ${table} WHERE ${column} = $1`,
    [userId],
  );
  return Number(found?.count);
}

/** Tables with something of a person that a closing leaves, and why. */
const kept: Readonly<Record<string, string>> = {
  deposit_addresses: 'what arrives late must find whose account it was',
  deposits: 'the ledger',
  events: 'how much the ledger says, and when; the server has no right to delete any',
  exchanges: 'the ledger',
  files: 'the documents of identity checks; all others are deleted by the sweep',
  kyc_documents: 'identity checks',
  late_deposits: 'the ledger',
  ledger_accounts: 'the ledger',
  ledger_holds: 'the ledger',
  transactions: 'the ledger',
};

test('every table with something of a person is deleted from, or kept for a reason', async () => {
  const { it } = server;
  const { query } = it.database;
  const rows = await query<{ name: string }>(
    `SELECT DISTINCT table_name AS name FROM information_schema.columns
     WHERE table_schema = current_schema() AND column_name ~ '(^|_)(user|owner)_id$'
       AND table_name NOT IN ('ledger_transfers', 'ledger_seals')`,
  );
  const about = rows.map(({ name }) => name);
  expect(about.filter((name) => !deletedTables.includes(name) && !(name in kept))).toEqual([]);
  expect(Object.keys(kept).filter((name) => !about.includes(name))).toEqual([]);

  const person = await register(it);
  const { recoveryCodes } = await turnOnTotp(it, person);
  const key = { token: person.token, headers: { 'idempotency-key': randomUUID() } };
  const form = formOf({ field: 'file', bytes: await jpg(), name: 'screen.jpg' });
  const file = (await postForm(it, person.token, '/support/attachments', form)).body.data.id;
  const ticket = { subject: 'Where is it?', category: 'general', priority: 'low', message: 'I wonder.' };
  expect((await it.post('/support/tickets', { ...ticket, attachment_ids: [file] }, key)).status).toBe(201);
  await quote(it, person, { amount: 'max' });
  const shown = { method: 'recovery_code', recovery_code: recoveryCodes[0] };
  const proof = await proofBy(it, person.token, shown, 'close');
  expect((await it.post('/profile/close', undefined, proof)).status).toBe(204);
  for (const table of deletedTables)
    if (about.includes(table)) expect([table, await rowsOf(query, table, person.id)]).toEqual([table, 0]);
  expect(await query('SELECT 1 FROM ticket_messages WHERE text = $1', ['I wonder.'])).toEqual([]);
  it.clock.advance(2 * 3_600_000);
  await sweepFiles({ database: it.database, files: it.files }, it.clock.now());
  expect(await it.files.get(file)).toBe(null);
  expect(await rowsOf(query, 'files', person.id)).toBe(0);
});

test('identity checks are kept for five years, then nothing tells any more whose the account was', async () => {
  const it: TestServer = await openTestServer({ database: await openServerDatabase() });
  const { query } = it.database;
  const person = await register(it);
  await approved(it, person);
  const undecided = await register(it);
  await sendDocument(it, undecided, 'passport');
  expect((await close(person, it)).status).toBe(204);
  expect((await close(undecided, it)).status).toBe(204);
  const documents = await query<{ file_id: string }>('SELECT file_id FROM kyc_documents WHERE user_id = $1', [
    person.id,
  ]);
  expect(documents).toHaveLength(3);
  expect(await rowsOf(query, 'kyc_documents', undecided.id)).toBe(0);
  const later = (years: number) => new Date(it.clock.now().getTime() + years * year);
  await sweepFiles({ database: it.database, files: it.files }, later(4));
  await eraseClosed(it.database, new Date('2031-11-20T08:59:59.000Z'));
  const told = async () => (await it.operator('GET', `/accounts/${person.id}`)).body.data;
  expect(await told()).toMatchObject({ email: person.email, first_name: 'Anna', kyc_status: 'approved' });
  for (const { file_id } of documents) expect(await it.files.get(file_id)).not.toBe(null);
  await eraseClosed(it.database, new Date('2031-11-20T09:00:00.000Z'));
  expect(await told()).toMatchObject({ id: person.id, email: null, first_name: null, last_name: null });
  expect(await rowsOf(query, 'kyc_documents', person.id)).toBe(0);
  await sweepFiles({ database: it.database, files: it.files }, later(6));
  for (const { file_id } of documents) expect(await it.files.get(file_id)).toBe(null);
  expect(JSON.stringify(await query('SELECT * FROM users WHERE id = $1', [person.id]))).not.toMatch(
    /Anna|1990/,
  );
  await it.close();
});
