import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { termsVersion } from '../../../contract/legal.ts';
import { userByEmail } from '../../../server/accounts/users.ts';
import { prepareDemo } from '../../../server/cli/runtime.ts';
import type { Db } from '../../../server/database/db.ts';
import { seedDemoKyc } from '../../../server/demo/kyc.ts';
import { claimPurpose } from '../../../server/demo/purpose.ts';
import { demoSignIn, seedDemo } from '../../../server/demo/seed.ts';
import { filesInFolder } from '../../../server/files/files.ts';
import { audit } from '../../../server/ledger/audit.ts';
import { readSettings } from '../../../server/settings.ts';
import { openTestDatabase } from '../../support/database.ts';
import { openTestServer, serverStart, testServer } from '../../support/server.ts';

const server = testServer();
const day = 86_400_000;

test('the demo’s person signs in and finds a lively wallet; seeding again changes nothing', async () => {
  const { it } = server;
  await seedDemo(it.database, serverStart);
  await seedDemo(it.database, serverStart);
  const login = await it.post('/auth/login', { ...demoSignIn, remember: false });
  const { token } = login.body.data;
  const { data } = (await it.get('/wallet', { token })).body;
  const holds = await it.get('/wallet/holds', { token });
  expect(data.tokens).toMatchObject([
    { symbol: 'ZST', total: '10587.3076923076923072', pending: '0', frozen: '1200' },
    { symbol: 'STO', total: '567.2548936170212748' },
    { symbol: 'USDT', total: '3945.88', pending: '275.5' },
  ]);
  expect(data.tokens).toHaveLength(3);
  for (const token of data.tokens) expect(token.change_24h).not.toBeNull();
  expect(Number(data.total)).toBeGreaterThan(5000);
  expect(holds.body.data).toMatchObject([{ kind: 'review' }, { kind: 'withdrawal' }]);
});

test('its history has something of every kind and of every status that lasts, and the pending one can be cancelled', async () => {
  const { it } = server;
  const { token } = (await it.post('/auth/login', { ...demoSignIn, remember: false })).body.data;
  const { data } = (await it.get('/transactions?per_page=100', { token })).body;
  const told = (name: string) => [...new Set(data.map((each: Record<string, string>) => each[name]))].sort();
  expect(data).toHaveLength(16);
  expect(told('kind')).toEqual(['deposit', 'exchange', 'receive', 'send', 'withdraw']);
  expect(told('status')).toEqual(['cancelled', 'completed', 'failed', 'pending']);
  expect(data[0]).toMatchObject({ kind: 'withdraw', amount: '274.25', total: '275.5', can_cancel: true });
  const cancelled = await it.post(`/transactions/${data[0].id}/cancel`, undefined, {
    token,
    headers: { 'idempotency-key': randomUUID() },
  });
  expect(cancelled.body.data.status).toBe('cancelled');
  const wallet = await it.get('/wallet', { token });
  expect(wallet.body.data.tokens[2]).toMatchObject({ symbol: 'USDT', pending: '0' });
});

test('it has news in both languages, tickets in every status, and something new to read', async () => {
  const { it } = server;
  const { token } = (await it.post('/auth/login', { ...demoSignIn, remember: false })).body.data;
  for (const [language, newest] of [
    ['en', 'See support replies on any page'],
    ['ru', 'Ответы поддержки — на любой странице'],
  ]) {
    const { data } = (await it.get('/news', { token, headers: { 'accept-language': String(language) } }))
      .body;
    expect(data).toHaveLength(12);
    expect(data.every((each: { language: string }) => each.language === language)).toBe(true);
    expect(data[0]).toMatchObject({ title: newest, read: false });
    expect(data[11].read).toBe(true);
  }
  const tickets = (await it.get('/support/tickets', { token })).body.data;
  const told = tickets.map(({ status, unread }: { status: string; unread: boolean }) => ({ status, unread }));
  expect(told).toEqual([
    { status: 'open', unread: false },
    { status: 'inProgress', unread: true },
    { status: 'resolved', unread: false },
    { status: 'closed', unread: false },
  ]);
  const { data } = (await it.get('/notifications', { token })).body;
  // Logins of other tests are told of besides.
  const seeded = data.filter(({ kind }: { kind: string }) => kind !== 'security');
  expect(seeded.filter(({ read }: { read: boolean }) => !read)).toHaveLength(6);
  expect([...new Set(seeded.map(({ kind }: { kind: string }) => kind))].sort()).toEqual([
    'deposit',
    'news',
    'receive',
    'send',
    'ticket',
    'withdraw',
  ]);
  const { totals } = (await it.get('/analytics', { token })).body.data;
  expect(totals.map(({ type }: { type: string }) => type)).toContain('transaction_exchange');
  for (const { unpriced } of totals) expect(unpriced).toBe(0);
});

test('its money is made by real transfers over months, and its password is hashed as everybody’s', async () => {
  const { query } = server.it.database;
  expect(await audit(query)).toMatchObject({ clean: true, transfers: 25, holds: 1 });
  const [first] = await query<{ at: Date }>('SELECT min(created_at) AS at FROM ledger_transfers');
  expect(serverStart.getTime() - (first?.at.getTime() ?? 0)).toBeGreaterThan(100 * day);
  const [user] = await query<{ password_hash: string }>('SELECT password_hash FROM users WHERE email = $1', [
    demoSignIn.email,
  ]);
  expect(user?.password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
});

test('what left cost the fixed fee of its token, as it would today', async () => {
  const paid = await server.it.database.query(
    `SELECT transactions.fee = tokens.fee AS is_fixed, count(*)::int AS payments
     FROM transactions JOIN tokens ON symbol = token JOIN users ON users.id = user_id
     WHERE kind IN ('send', 'withdraw') AND email = $1 GROUP BY 1`,
    [demoSignIn.email],
  );
  expect(paid).toEqual([{ is_fixed: true, payments: 7 }]);
});

test('its exchanges are exchanges, and what arrived is what the rate says', async () => {
  const { it } = server;
  const { token } = (await it.post('/auth/login', { ...demoSignIn, remember: false })).body.data;
  const { data } = (await it.get('/exchange', { token })).body;
  expect(data).toMatchObject([
    { from: 'STO', to: 'USDT', pay: '180.36', rate: '3.351', receive: '603.18' },
    { from: 'USDT', to: 'STO', pay: '1803.6', receive: '531.9148936170212748' },
    { from: 'USDT', to: 'ZST', pay: '2404.8', fee: { amount: '4.8', token: 'USDT' } },
  ]);
  const line = await it.get(`/transactions/${data[0].id}`, { token });
  expect(line.body.data).toMatchObject({ kind: 'exchange', token: 'STO', total: '180.36' });
});

test('its catalogue has an imitation, and its person has hidden a token', async () => {
  const { it } = server;
  const { token } = (await it.post('/auth/login', { ...demoSignIn, remember: false })).body.data;
  const { data } = (await it.get('/tokens', { token })).body;
  expect(data).toHaveLength(14);
  const called = data.filter((each: { ticker: string }) => each.ticker === 'USDT');
  expect(called).toMatchObject([
    { symbol: 'USDT', issuer: 'Tether', same_ticker: true, added: true },
    { symbol: 'USDT.4FABB1', issuer: null, same_ticker: true, added: false },
  ]);
  const hidden = data.filter((each: { hidden: boolean }) => each.hidden);
  expect(hidden).toMatchObject([{ symbol: 'PEPE', added: false }]);
});

test('a demo that is started again after a week has fresh rates', async () => {
  const { query } = server.it.database;
  const nextWeek = new Date(serverStart.getTime() + 7 * day);
  await seedDemo(server.it.database, nextWeek);
  const newest = await query('SELECT pair, max(at) AS at FROM rates GROUP BY pair ORDER BY pair');
  expect(newest).toEqual([
    { pair: 'EUR/USDT', at: nextWeek },
    { pair: 'RUB/USDT', at: nextWeek },
    { pair: 'STO/USDT', at: nextWeek },
    { pair: 'USD/USDT', at: nextWeek },
    { pair: 'ZST/USDT', at: nextWeek },
  ]);
  const doubled = await query('SELECT 1 FROM rates GROUP BY pair, at HAVING count(*) > 1');
  expect(doubled).toEqual([]);
});

test('its people agreed to the terms when they were there, and not in the future', async () => {
  const version = Date.parse(`${termsVersion}T12:00:00Z`);
  for (const { at, agreed } of [
    { at: version - 2 * day, agreed: version - 2 * day },
    { at: version + 30 * day, agreed: version },
    { at: version + 200 * day, agreed: version + 75 * day },
  ]) {
    const other = await openTestServer();
    await seedDemo(other.database, new Date(at));
    const seeded = await other.database.query(
      "SELECT terms_version, terms_accepted_at FROM users WHERE email LIKE '%@zesto.example'",
    );
    const expected = { terms_version: termsVersion, terms_accepted_at: new Date(agreed) };
    expect(seeded).toEqual([expected, expected]);
    await other.close();
  }
});

test('what a database is for is decided once', async () => {
  const other = await openTestServer();
  expect(await claimPurpose(other.database, 'live')).toBe('live');
  expect(await claimPurpose(other.database, 'demo')).toBe('live');
  await other.close();
  expect(await claimPurpose(server.it.database, 'demo')).toBe('demo');
  expect(await claimPurpose(server.it.database, 'live')).toBe('demo');
});

test('its person has submitted documents, of which one was rejected', async () => {
  const { it } = server;
  await seedDemoKyc(it.database, it.files, serverStart);
  await seedDemoKyc(it.database, it.files, serverStart);
  const { token } = (await it.post('/auth/login', { ...demoSignIn, remember: false })).body.data;
  const { data } = (await it.get('/kyc', { token })).body;
  expect(data).toMatchObject({
    status: 'rejected',
    documents: [
      { type: 'passport', status: 'pending' },
      { type: 'utility_bill', status: 'rejected', reason_code: 'outdated', reason: null },
      { type: 'selfie', status: 'pending' },
    ],
    submitted_at: '2026-11-17T09:00:00.000Z',
  });
});

test('a demo is served to this machine alone, and a wallet for real people never becomes one', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'zesto-demo-'));
  onTestFinished(() => rm(dataDir, { recursive: true }));
  const prepared = (database: Db, env: Record<string, string>) => {
    const settings = readSettings({ DATA_DIR: dataDir, ...env });
    if (!settings.ok) throw new Error(settings.problem.join());
    return prepareDemo(settings.value, database, filesInFolder(dataDir));
  };
  const settingsForReal = [
    { NODE_ENV: 'production' },
    { HOST: '0.0.0.0' },
    { DATABASE_URL: 'postgres://zesto@127.0.0.1/zesto' },
  ];
  const demo = await openTestDatabase();
  expect(await prepared(demo, {})).toBe(true);
  for (const env of settingsForReal) {
    await expect(prepared(demo, env), JSON.stringify(env)).rejects.toThrow(
      `DATA_DIR ${dataDir} holds the demo, whose password is public: set DATA_DIR to another folder for a real wallet.`,
    );
  }
  const real = await openTestDatabase();
  for (const env of [...settingsForReal, {}, { NODE_ENV: 'development' }]) {
    expect(await prepared(real, env), JSON.stringify(env)).toBe(false);
  }
  expect(await userByEmail(real.query, demoSignIn.email)).toBeNull();
});
