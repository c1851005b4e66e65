import { randomUUID } from 'node:crypto';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import type { Db } from '../../../server/database/db.ts';
import type { Email } from '../../../server/email/mailer.ts';
import { createMetrics, type ProcessFigures } from '../../../server/metrics/metrics.ts';
import type { ServerOptions } from '../../../server/server.ts';
import { saveAddress } from '../../support/addressBook.ts';
import { countingDatabase } from '../../support/countingDatabase.ts';
import { hasEngine, openTestDatabase } from '../../support/database.ts';
import { latch } from '../../support/latch.ts';
import { askMetrics, scrape } from '../../support/metrics.ts';
import { addressOf, fund, outside, pay } from '../../support/payments.ts';
import {
  metricsToken,
  openTestServer,
  operatorToken,
  register,
  type TestServer,
  testServer,
} from '../../support/server.ts';
import { listenTo } from '../../support/streams.ts';

const server = testServer();

afterEach(() => {
  vi.useRealTimers();
});

/** A server of a test's own, with an empty registry. */
async function fresh(options: Partial<ServerOptions> = {}): Promise<TestServer> {
  const it = await openTestServer(options);
  onTestFinished(() => it.close());
  return it;
}

test('the scrapers’ token and operators read them on the operators’ address, and nobody else does', async () => {
  const statusOf = async (token: string | null) => (await askMetrics(server.it, token)).status;
  expect(await statusOf(metricsToken)).toBe(200);
  expect(await statusOf(operatorToken)).toBe(200);
  expect(await statusOf(null)).toBe(401);
  expect(await statusOf('another-token-of-nobody-0123456789')).toBe(401);
  expect(await statusOf((await register(server.it)).token)).toBe(401);
  const told = await askMetrics(server.it);
  expect(told.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8');
  const head = await askMetrics(server.it, metricsToken, 'HEAD');
  expect([head.status, await head.text()]).toEqual([200, '']);
});

test('the scrapers’ token opens nothing else', async () => {
  const headers = { authorization: `Bearer ${metricsToken}` };
  const asked = new Request('http://localhost:3001/api/operator/attention', { headers });
  expect((await server.it.operate(asked)).status).toBe(401);
});

test('people’s address has no metrics, whoever asks', async () => {
  for (const path of ['/metrics', '/metrics/', '//metrics', '/api/metrics', '/api/web-app/metrics']) {
    for (const token of [metricsToken, operatorToken]) {
      const headers = { authorization: `Bearer ${token}` };
      const answer = await server.it.fetch(new Request(`http://localhost:3000${path}`, { headers }));
      expect([path, answer.status]).toEqual([path, 404]);
      expect(await answer.text()).not.toContain('zesto_');
    }
  }
});

test('a server without a token of its own admits operators alone', async () => {
  const it = await fresh({ metricsToken: null });
  expect((await askMetrics(it, operatorToken)).status).toBe(200);
  expect((await askMetrics(it, '')).status).toBe(401);
  expect((await askMetrics(it, metricsToken)).status).toBe(401);
});

test('requests are counted by the pattern of their path, and no label has what a caller chose', async () => {
  const it = await fresh();
  const { token, email } = await register(it);
  const key = randomUUID();
  await it.get(`/operations/${key}`, { token });
  await it.get(`/transactions/${randomUUID()}`, { token });
  await it.get(`/rates/${email}/history`, { token });
  await it.get(`/nowhere/${outside}?email=${email}`, {
    token,
    headers: { 'x-forwarded-for': '203.0.113.9' },
  });
  await it.fetch(new Request(`http://localhost:3000/${email}`, { method: 'REPORT' }));
  await it.operator('GET', `/users/${email}`);
  it.refuse('MALFORMED_REQUEST');
  const { text, named, value } = await scrape(it);
  const counts = named('zesto_http_request_duration_seconds_count');
  const told = counts.map(({ labels, value }) => [labels.method, labels.route, labels.status, value]);
  expect(told.sort()).toEqual([
    ['GET', '/api/web-app/auth/captcha', '2xx', 1],
    ['GET', '/api/web-app/operations/{key}', '4xx', 1],
    ['GET', '/api/web-app/rates/{symbol}/history', '4xx', 1],
    ['GET', '/api/web-app/transactions/{id}', '4xx', 1],
    ['GET', 'none', '4xx', 2],
    ['POST', '/api/web-app/auth/register', '2xx', 1],
    ['other', 'none', '4xx', 2],
  ]);
  const captcha = { route: '/api/web-app/auth/captcha', le: '+Inf' };
  expect(value('zesto_http_request_duration_seconds_bucket', captcha)).toBe(1);
  for (const secret of [email, key, outside, '203.0.113', 'REPORT', token])
    expect(text).not.toContain(secret);
});

test('two servers of one process count apart', async () => {
  const [one, other] = [await fresh(), await fresh()];
  await one.get('/auth/captcha');
  const captchas = { route: '/api/web-app/auth/captcha' };
  const name = 'zesto_http_request_duration_seconds_count';
  expect((await scrape(one)).value(name, captchas)).toBe(1);
  expect((await scrape(other)).value(name, captchas)).toBeUndefined();
});

test('payments, open streams, the ledger’s totals and the pool are told', async () => {
  const it = await fresh();
  const [payer, payee] = [await register(it), await register(it)];
  await fund(it, payer, 'USDT', '12.5');
  const to = await addressOf(it, payee);
  const paid = await Promise.all(['1', '2', '3'].map((amount) => pay(it, payer, { to, amount })));
  expect(paid.map(({ status }) => status)).toEqual([201, 201, 201]);
  const stream = await listenTo(it, payer.token);
  const { value, named } = await scrape(it);
  expect(value('zesto_payment_batch_size_sum')).toBe(3);
  expect(value('zesto_streams_open')).toBe(1);
  const usdt = named('zesto_ledger_balance').filter(({ labels }) => labels.token === 'USDT');
  expect(usdt.map(({ labels, value }) => [labels.account, value])).toEqual([
    ['chain', -12.5],
    ['exchange', 0],
    ['fees', 0],
    ['user', 12.5],
  ]);
  expect(value('zesto_database_connections_most')).toBe(it.database.load().most);
  expect(value('zesto_database_up')).toBe(1);
  expect(value('zesto_database_locks_waiting')).toBe(0);
  await stream.leave();
  await expect.poll(async () => (await scrape(it)).value('zesto_streams_open')).toBe(0);
});

test('the ages of prices and of the audit grow, and what the audit found is told', async () => {
  const it = await fresh();
  const account = await register(it);
  await fund(it, account, 'USDT', '1');
  await it.operator('POST', '/rates', { pair: 'ZST/USDT', rate: '0.25', confirm: true });
  it.clock.advance(60_000);
  const before = await scrape(it);
  expect(before.value('zesto_price_age_seconds', { token: 'ZST' })).toBe(60);
  expect(before.value('zesto_price_remaining_seconds', { token: 'ZST' })).toBe(7_140);
  expect(before.value('zesto_price_age_seconds', { token: 'USDT' })).toBeUndefined();
  expect(before.value('zesto_audit_age_seconds')).toBe(60);
  expect(before.value('zesto_audit_faults')).toBeUndefined();
  await it.database.query('UPDATE ledger_accounts SET posted = posted + 1 WHERE owner_id = $1', [account.id]);
  await it.audit();
  it.clock.advance(30_000);
  const after = await scrape(it);
  expect(after.value('zesto_audit_age_seconds')).toBe(30);
  expect(after.value('zesto_audit_faults')).toBeGreaterThan(0);
});

test('emails that cannot be sent are counted with the age of the oldest', async () => {
  const down = { send: () => Promise.reject(new Error('the mail server is away')) };
  const it = await fresh({ mailer: down });
  const person = await register(it);
  const empty = await scrape(it);
  expect([empty.value('zesto_emails_waiting'), empty.value('zesto_emails_oldest_seconds')]).toEqual([0, 0]);
  await saveAddress(it, person, { label: 'Exchange', address: outside, token: null, note: '' });
  await it.rest();
  it.clock.advance(90_000);
  const { value } = await scrape(it);
  expect([value('zesto_emails_waiting'), value('zesto_emails_oldest_seconds')]).toEqual([1, 90]);
});

test('an email that the mail server refuses has an age only while it takes no other', async () => {
  const refused = new Set<string>();
  const mailer = {
    async send({ to }: Email) {
      if (refused.has(to)) throw Object.assign(new Error('no'), { code: 'EENVELOPE', responseCode: 550 });
    },
  };
  const it = await fresh({ mailer });
  const [one, other, third] = [await register(it), await register(it), await register(it)];
  await it.rest();
  const figuresAfter = async (person: typeof one, passed: number) => {
    await saveAddress(it, person, { label: 'Exchange', address: outside, token: null, note: '' });
    await it.rest();
    it.clock.advance(passed);
    const { value } = await scrape(it);
    return [value('zesto_emails_waiting'), value('zesto_emails_oldest_seconds')];
  };
  refused.add(one.email).add(other.email);
  expect(await figuresAfter(one, 90_000)).toEqual([1, 0]);
  expect(await figuresAfter(other, 10_000)).toEqual([2, 100]);
  expect(await figuresAfter(third, 10_000)).toEqual([2, 0]);
});

test('the database is asked once in five seconds, also after its clock was set back', async () => {
  if (!hasEngine()) return;
  const counting = countingDatabase(await openTestDatabase());
  const it = await fresh({ database: counting.db });
  const asked = async () => {
    const before = counting.statements;
    await Promise.all([scrape(it), scrape(it)]);
    return counting.statements - before;
  };
  const once = await asked();
  expect(once).toBe(5);
  expect(await asked()).toBe(0);
  it.clock.advance(4_999);
  expect(await asked()).toBe(0);
  it.clock.advance(1);
  expect(await asked()).toBe(once);
  it.clock.advance(-3_600_000);
  expect(await asked()).toBe(once);
});

test('while the database fails or hangs, a scrape tells the rest', async () => {
  if (!hasEngine()) return;
  const working = await openTestDatabase();
  const fault = { query: null as Db['query'] | null };
  const query: Db['query'] = (sql, values) => (fault.query ?? working.query)(sql, values);
  const it = await fresh({ database: { ...working, query } });
  fault.query = () => Promise.reject(new Error('Connection terminated'));
  const failed = await scrape(it);
  expect(failed.value('zesto_database_up')).toBe(0);
  expect(failed.named('zesto_ledger_balance')).toEqual([]);
  for (const name of ['emails_waiting', 'database_locks_waiting', 'audit_age_seconds'])
    expect(failed.value(`zesto_${name}`)).toBeUndefined();
  expect(failed.value('zesto_streams_open')).toBe(0);

  const held = latch();
  fault.query = async (sql, values) => {
    await held.isOpen;
    return working.query(sql, values);
  };
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const hanging = scrape(it);
  await vi.advanceTimersByTimeAsync(2_000);
  expect((await hanging).value('zesto_database_up')).toBe(0);
  vi.useRealTimers();
  fault.query = null;
  held.open();
  await expect.poll(async () => (await scrape(it)).value('zesto_database_up')).toBe(1);
  expect(it.logged.filter((line) => line.includes('could not be read'))).toHaveLength(2);
});

test('what the processes of a server count is added up, and what the database tells is told once', async () => {
  const at = new Date('2026-11-20T09:00:00Z');
  const process = (chainReadAt: number | null, others: readonly ProcessFigures[] = []) =>
    createMetrics({
      registry: undefined,
      startedAt: new Date(at.getTime() - 300_000),
      load: () => ({ inUse: 2, most: 10, waiting: 1 }),
      openStreams: () => 3,
      chainPosition: () =>
        chainReadAt === null ? null : { head: 9, read: 7, at: new Date(at.getTime() - chainReadAt) },
      storedFigures: async () => ({
        lockWaits: 4,
        totals: [],
        prices: [],
        emails: { count: 5, since: null },
        audit: null,
      }),
      others: async () => others,
    });
  const other = process(null);
  other.requestEnded('GET', '/wallet', 200, 0.004);
  other.batchBegan(16);
  const asked = process(20_000, [await other.figures(at)]);
  asked.requestEnded('GET', '/wallet', 200, 0.2);
  const told = (await asked.text(at)).split('\n');
  const count = 'zesto_http_request_duration_seconds';
  const labels = 'method="GET",route="/wallet",status="2xx"';
  expect(told).toEqual(
    expect.arrayContaining([
      `${count}_bucket{le="0.005",${labels}} 1`,
      `${count}_count{${labels}} 2`,
      'zesto_payment_batch_size_sum 16',
      'zesto_processes 2',
      'zesto_database_connections_most 20',
      'zesto_streams_open 6',
      'zesto_chain_lag_blocks 2',
      'zesto_chain_age_seconds 20',
      'zesto_database_locks_waiting 4',
      'zesto_emails_waiting 5',
    ]),
  );
  expect(told.filter((line) => line.startsWith('zesto_emails_waiting'))).toHaveLength(1);
});
