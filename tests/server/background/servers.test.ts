import { randomUUID } from 'node:crypto';
import { Agent, get } from 'node:http';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, expect, inject, onTestFinished, test, vi } from 'vitest';
import { keepRounds } from '../../../server/cli/runtime.ts';
import { keepUpkeep } from '../../../server/cli/upkeep.ts';
import type { Db, Query } from '../../../server/database/db.ts';
import { openPostgres } from '../../../server/database/postgres.ts';
import type { Mailer } from '../../../server/email/mailer.ts';
import { createKeyedCallLimit, type KeyedCallLimit } from '../../../server/http/keyedCalls.ts';
import { listen } from '../../../server/http/listen.ts';
import { audit } from '../../../server/ledger/audit.ts';
import { saveAddress } from '../../support/addressBook.ts';
import { openBalancer } from '../../support/balancer.ts';
import { hasEngine, openTestDatabase } from '../../support/database.ts';
import { exchangeBy, quoteFor, setRate } from '../../support/exchange.ts';
import { latch } from '../../support/latch.ts';
import { addressOf, balance, fund, idempotent, quote } from '../../support/payments.ts';
import { openTestServer, register, registrationForm, type TestServer } from '../../support/server.ts';
import { createSimulatedNetwork } from '../../support/simulatedNetwork.ts';
import { listenTo } from '../../support/streams.ts';
import { newWallet, signed } from '../../support/wallets.ts';

/** Two servers on one PostgreSQL, each with its own connections (docs/scale.md has the list of what is shared). */
const usesPostgres = process.env.ENGINE === 'postgres';

let first: TestServer;
let second: TestServer;
/** The subjects of all emails that one of them sent. */
const mailed: string[] = [];
interface Held {
  readonly began: () => void;
  readonly until: Promise<void>;
}

/** Hold what comes while they are set: the settlement of payments at the first server, and an email of any. */
let held: Held | null = null;
let heldEmail: Held | null = null;

beforeEach((context) => {
  if (!usesPostgres || !hasEngine()) context.skip('the embedded database has one server');
});
beforeAll(async () => {
  if (!usesPostgres || !hasEngine()) return;
  const network = createSimulatedNetwork();
  const slow: typeof network = {
    ...network,
    async settle(payment, at) {
      held?.began();
      await held?.until;
      return network.settle(payment, at);
    },
  };
  const database = await openTestDatabase();
  const mailer: Mailer = {
    async send({ subject }) {
      mailed.push(subject);
      heldEmail?.began();
      await heldEmail?.until;
    },
  };
  first = await openTestServer({ database, settlement: slow, payer: network, mailer });
  const others = await another(database);
  second = await openTestServer({ database: others, settlement: network, payer: network, mailer });
});
afterAll(async () => {
  await second?.close();
  await first?.close();
});

async function another({ query }: Db): Promise<Db> {
  const [row] = await query<{ name: string }>('SELECT current_database() AS name');
  return openPostgres({ url: (inject('postgresUrl') ?? '').replace('/postgres?', `/${row?.name}?`) });
}

const both = () => [first, second] as const;

/** The same at both servers at once, three times at each. */
const everywhere = <T>(ask: (server: TestServer, index: number) => Promise<T>) =>
  Promise.all(Array.from({ length: 6 }, (_, index) => ask(index % 2 === 0 ? first : second, index)));

async function expectClean() {
  expect((await audit(first.database.query)).faults).toEqual([]);
}

const statusesOf = (answers: readonly { readonly status: number }[]) =>
  answers.map(({ status }) => status).toSorted();

test('a payment that is sent to both with one key is made once, and both tell its outcome', async () => {
  const [payer, payee] = [await register(first), await register(second)];
  await fund(first, payer, 'USDT', '100');
  const to = await addressOf(second, payee);
  const { body } = await quote(first, payer, { to });
  const key = randomUUID();
  const answers = await everywhere((server) =>
    idempotent(server, payer, '/transactions/send', { quote_id: body.data.id }, key),
  );
  expect(statusesOf(answers)).toEqual([201, 201, 201, 201, 201, 201]);
  expect(new Set(answers.map((each) => each.body.data.id)).size).toBe(1);
  expect(answers.filter(({ headers }) => headers.get('idempotent-replayed') === null)).toHaveLength(1);
  for (const server of both()) {
    expect(await balance(server, payee)).toMatchObject({ total: '10' });
    expect((await server.get(`/operations/${key}`, payer)).body.data.status).toBe('done');
  }
  await expectClean();
});

test('a quote is used once, whichever server and key it comes with', async () => {
  const [payer, payee] = [await register(first), await register(second)];
  await fund(second, payer, 'USDT', '100');
  const to = await addressOf(first, payee);
  const { body } = await quote(second, payer, { to });
  const answers = await everywhere((server) =>
    idempotent(server, payer, '/transactions/send', { quote_id: body.data.id }),
  );
  expect(statusesOf(answers)).toEqual([201, 409, 409, 409, 409, 409]);
  expect(answers.filter((each) => each.body.code === 'QUOTE_USED')).toHaveLength(5);
  await setRate(first, 'ZST/USDT', '0.25');
  const exchange = await quoteFor(first, payer.token, { from: 'USDT', to: 'ZST', pay: '10' });
  const exchanged = await everywhere((server) => exchangeBy(server, payer.token, exchange.id));
  expect(exchanged.filter(({ status }) => status === 201)).toHaveLength(1);
  expect(await balance(second, payer)).toMatchObject({ total: '80' });
  await expectClean();
});

test('what is spent from both at once is never more than there is', async () => {
  const [payer, payee] = [await register(first), await register(second)];
  await fund(first, payer, 'USDT', '100');
  const to = await addressOf(second, payee);
  const quotes = await everywhere((server) => quote(server, payer, { to, amount: '30' }));
  const answers = await everywhere((server, index) =>
    idempotent(server, payer, '/transactions/send', { quote_id: quotes[index]?.body.data.id }),
  );
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(3);
  expect(answers.filter((each) => each.body.code === 'INSUFFICIENT_BALANCE')).toHaveLength(3);
  for (const server of both()) {
    expect(await balance(server, payer)).toMatchObject({ total: '10', available: '10' });
    expect(await balance(server, payee)).toMatchObject({ total: '90' });
  }
  await expectClean();
});

test('a captcha and a message to sign are used once', async () => {
  const captcha = await first.captcha();
  const registered = await everywhere((server) =>
    server.post('/auth/register', { ...registrationForm(), captcha }),
  );
  expect(statusesOf(registered)).toEqual([201, 422, 422, 422, 422, 422]);
  const proof = await signed(first, newWallet());
  const entered = await everywhere((server) => server.post('/auth/metamask', proof));
  expect(entered.filter(({ status }) => status === 200)).toHaveLength(1);
});

test('a session that one opened and the other ended is over at both', async () => {
  const person = await register(first);
  expect((await second.get('/wallet', person)).status).toBe(200);
  const stream = await listenTo(first, person.token);
  expect((await second.post('/auth/logout', {}, person)).status).toBe(204);
  for (const server of both()) expect((await server.get('/wallet', person)).status).toBe(401);
  while ((await stream.piece()) !== null);
});

test('what happens at one is told by the streams of the other', async () => {
  const person = await register(first);
  const streams = [await listenTo(first, person.token), await listenTo(second, person.token)];
  await fund(first, person, 'USDT', '12.5');
  for (const { next } of streams)
    expect((await next('notification')).data).toMatchObject({ unread: 1, newest: { amount: '12.5' } });
  await second.operator('POST', '/accounts/freeze', { email: person.email });
  for (const { next } of streams) expect((await next('account')).data).toEqual({ status: 'frozen' });
  await second.operator('POST', '/accounts/unfreeze', { email: person.email });
  await Promise.all(streams.map(({ leave }) => leave()));
});

test('an email that waits is sent by one of them', async () => {
  const person = await register(first);
  await Promise.all(both().map((server) => server.rest()));
  mailed.length = 0;
  const saved = { label: 'Exchange', address: newWallet().address, token: null, note: '' };
  expect((await saveAddress(first, person, saved)).status).toBe(201);
  const [began, released] = [latch(), latch()];
  heldEmail = { began: began.open, until: released.isOpen };
  const sending = first.rest();
  await began.isOpen;
  heldEmail = null;
  await second.rest();
  released.open();
  await sending;
  await second.rest();
  expect(mailed).toHaveLength(1);
});

test('a server that is told to stop leaves the emails that wait to the others, as if it had not taken them', async () => {
  const person = await register(first);
  await Promise.all(both().map((server) => server.rest()));
  mailed.length = 0;
  for (let count = 1; count <= 9; count += 1) {
    const saved = { label: `Exchange ${count}`, address: newWallet().address, token: null, note: '' };
    expect((await saveAddress(first, person, saved)).status).toBe(201);
  }
  const { database } = first;
  const sent: string[] = [];
  const slow: Mailer = {
    async send({ subject }) {
      sent.push(subject);
      stopping.clock.advance(2_000);
    },
  };
  const stopping: TestServer = await openTestServer({ database, mailer: slow });
  stopping.clock.advance(10_000);
  stopping.retire();
  await stopping.rest();
  // Five seconds are over while the third one is handed over.
  expect(sent).toHaveLength(3);
  const tries = await database.query('SELECT DISTINCT attempts FROM notice_emails');
  expect(tries).toEqual([{ attempts: 0 }]);
  const mailer: Mailer = { send: async ({ subject }) => void sent.push(subject) };
  const next = await openTestServer({ database, mailer });
  next.clock.advance(20_000);
  await next.rest();
  expect(sent).toHaveLength(9);
});

test('a limit is of both together', async () => {
  const { address } = newWallet();
  const answers = await Promise.all(
    Array.from({ length: 66 }, (_, index) =>
      (index % 2 === 0 ? first : second).post(
        '/auth/metamask/nonce',
        { address },
        { address: '198.51.100.7' },
      ),
    ),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(60);
  expect(answers.filter((each) => each.body.code === 'RATE_LIMITED')).toHaveLength(6);
});

test('calls with a key have one limit: a server more is worth less than a twelfth of it', async () => {
  const at = new Date('2026-11-20T09:00:00Z');
  const later = (milliseconds: number) => new Date(at.getTime() + milliseconds);
  const owner = randomUUID();
  const limits = both().map(({ database }) => createKeyedCallLimit(database.query, 60));
  const admitted = async (count: number, when: Date) => {
    let passed = 0;
    for (let call = 0; call < count; call += 1)
      for (const limit of limits) {
        await limit(owner, when).then(
          () => (passed += 1),
          (error: { code: string }) => expect(error.code).toBe('RATE_LIMITED'),
        );
      }
    return passed;
  };
  const atOnce = await admitted(70, at);
  expect(atOnce).toBeGreaterThanOrEqual(60);
  expect(atOnce).toBeLessThanOrEqual(64);
  expect(await admitted(70, later(999))).toBe(0);
  const inAMinute = await admitted(70, later(60_000));
  expect(inAMinute).toBeGreaterThanOrEqual(56);
  expect(inAMinute).toBeLessThanOrEqual(64);
});

test('once the others have used up the calls with a key, a server asks again when there is room', async () => {
  let asked = 0;
  const counting: Query = (sql, values) => {
    asked += 1;
    return second.database.query(sql, values);
  };
  const [other, limit] = [createKeyedCallLimit(first.database.query, 60), createKeyedCallLimit(counting, 60)];
  const owner = randomUUID();
  const at = (seconds: number) => new Date(Date.UTC(2026, 10, 20, 9, 0, seconds));
  for (let call = 0; call < 60; call += 1) await other(owner, at(0));
  for (let call = 0; call < 4; call += 1) await limit(owner, at(2));
  expect(asked).toBe(0);
  for (let call = 0; call < 10; call += 1)
    await expect(limit(owner, at(2))).rejects.toMatchObject({
      code: 'RATE_LIMITED',
      details: { retryAfter: 3 },
    });
  const once = asked;
  expect(once).toBeGreaterThan(0);
  await expect(limit(owner, at(4))).rejects.toMatchObject({
    code: 'RATE_LIMITED',
    details: { retryAfter: 1 },
  });
  expect(asked).toBe(once);
  await limit(owner, at(5));
  expect(asked).toBe(2 * once);
});

test('calls with a key that were counted while the clock ran ahead keep nobody waiting once it is set back', async () => {
  const [own, other] = [
    createKeyedCallLimit(first.database.query, 60),
    createKeyedCallLimit(second.database.query, 60),
  ];
  const owner = randomUUID();
  const spendAll = async (limit: KeyedCallLimit, calls: number, at: Date) => {
    for (let call = 0; call < calls; call += 1) await limit(owner, at);
    await expect(limit(owner, at)).rejects.toMatchObject({ code: 'RATE_LIMITED' });
  };
  for (const day of ['21', '20']) {
    const at = new Date(`2026-11-${day}T09:00:00Z`);
    await spendAll(own, 60, at);
    // The other server asks the database at its fifth call.
    await spendAll(other, 4, at);
  }
});

test('a round that hangs until its lease has ended settles nothing a second time', async () => {
  const payer = await register(first);
  await fund(first, payer, 'USDT', '100');
  const { body } = await quote(first, payer, { amount: '10' });
  const paid = await idempotent(first, payer, '/transactions/send', { quote_id: body.data.id });
  const approved = await second.operator('POST', '/withdrawals/approve', { id: paid.body.data.id });
  expect(approved.status).toBe(200);
  // Handed over by one round, settled by a later one.
  await first.pay();
  for (const server of both()) server.clock.advance(5_000);
  const [began, released] = [latch(), latch()];
  held = { began: began.open, until: released.isOpen };
  const late = first.pay();
  await began.isOpen;
  await second.pay();
  const settled = await balance(second, payer);
  expect(settled).toMatchObject({ total: settled.available });
  expect(Number(settled.total)).toBeLessThan(91);
  held = null;
  released.open();
  await late;
  expect(await balance(first, payer)).toEqual(settled);
  const { timeline } = (await first.get(`/transactions/${paid.body.data.id}`, payer)).body.data;
  expect(timeline.map(({ status }: { status: string }) => status)).toEqual([
    'pending',
    'processing',
    'completed',
  ]);
  const failed = 'SELECT reason FROM failed_attempts WHERE subject = $1';
  expect(await first.database.query(failed, [paid.body.data.id])).toEqual([]);
  await expectClean();
});

test('each repeated work is done by one of both, and by the other once that one has stopped', async () => {
  const log = pino({ level: 'silent' });
  const done: Record<string, TestServer[]> = { receive: [], pay: [], clean: [] };
  const begin = (server: TestServer) => {
    const told = (name: string) => async () => void done[name]?.push(server);
    const work = { receive: told('receive'), pay: told('pay'), sendNotices: async () => undefined };
    const database: Db = {
      ...server.database,
      query: async (sql, values) => {
        if (sql.startsWith('DELETE FROM idempotency_keys')) await told('clean')();
        return server.database.query(sql, values);
      },
    };
    const { clock, files } = server;
    const upkeep = keepUpkeep({ database, files, clock, log }, 60);
    const rounds = keepRounds({ ...server, ...work }, { database, isDemo: false, demoChain: null, log });
    const stop = () => Promise.all([rounds.stop(), upkeep.stop()]);
    onTestFinished(async () => void (await stop()));
    return stop;
  };
  const everyWork = () => Object.values(done);
  const stopFirst = begin(first);
  await vi.waitFor(() => expect(everyWork().every((by) => by.length > 0)).toBe(true), 20_000);
  const stopSecond = begin(second);
  const before = everyWork().map(({ length }) => length);
  await vi.waitFor(
    () => expect(everyWork().every((by, index) => by.length > (before[index] ?? 0) + 1)).toBe(true),
    20_000,
  );
  expect(everyWork().flat()).not.toContain(second);
  await stopFirst();
  await vi.waitFor(() => expect(everyWork().every((by) => by.includes(second))).toBe(true), 20_000);
  for (const by of everyWork()) expect(by.lastIndexOf(first)).toBeLessThan(by.indexOf(second));
  await stopSecond();
});

test('servers that are restarted one after the other, behind a balancer, answer every request', async () => {
  const start = async (database: Db, port = 0) => {
    const server = await openTestServer({ database });
    return { database, server, listening: await listen(server.fetch, { host: '127.0.0.1', port }) };
  };
  const running = [await start(first.database), await start(second.database)];
  const ports = running.map(({ listening }) => listening.port);
  const balancer = await openBalancer(ports);
  onTestFinished(() => balancer.stop());
  await vi.waitFor(() => expect(ports.every(balancer.isUp)).toBe(true), 20_000);
  const person = await register(first);
  const callers = Array.from({ length: 6 }, () => openCaller(balancer.port, person.token));
  const answered = () => callers.map(({ statuses }) => statuses.length);
  const moreOfEach = async (count: number) => {
    const before = answered();
    await vi.waitFor(
      () => expect(answered().every((now, index) => now >= (before[index] ?? 0) + count)).toBe(true),
      20_000,
    );
  };
  await moreOfEach(5);
  for (const [index, { database, server, listening }] of running.entries()) {
    const port = ports[index] ?? 0;
    server.retire();
    // As long as DRAIN_SECONDS should be: until the balancer has noticed and every connection had a last request.
    const hasNoticed = vi.waitFor(
      () => expect([balancer.isUp(port), balancer.connectionsTo(port)]).toEqual([false, 0]),
      20_000,
    );
    await listening.stop(1_000, hasNoticed);
    await moreOfEach(5);
    running[index] = await start(database, port);
    await vi.waitFor(() => expect(balancer.isUp(port)).toBe(true), 20_000);
    await moreOfEach(5);
  }
  const told = await Promise.all(callers.map((caller) => caller.leave()));
  expect([...new Set(told.flat())]).toEqual([200]);
  await Promise.all(running.map(({ listening }) => listening.stop(1_000)));
});

/** Somebody who asks again and again on a connection that is kept; remembers each status, or the fault when no answer came. */
function openCaller(port: number, token: string) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const statuses: (number | string)[] = [];
  let isLeaving = false;
  const ask = () =>
    new Promise<number | string>((resolve) => {
      const headers = { authorization: `Bearer ${token}` };
      const request = get(
        { agent, port, host: '127.0.0.1', path: '/api/web-app/wallet', headers },
        (answer) => {
          answer.on('error', (error) => resolve(String(error)));
          answer.on('end', () => resolve(answer.statusCode ?? 0)).resume();
        },
      );
      request.on('error', (error) => resolve(String(error)));
    });
  async function call() {
    while (!isLeaving) statuses.push(await ask());
  }
  const calling = call();
  return {
    statuses,
    async leave() {
      isLeaving = true;
      await calling;
      agent.destroy();
      return statuses;
    },
  };
}
