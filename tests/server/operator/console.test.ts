import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { consolePages, loadStaticApp } from '../../../server/http/staticApp.ts';
import { newOperator, operate } from '../../support/operators.ts';
import { fund, outside, type Person, pay } from '../../support/payments.ts';
import {
  openTestServer,
  operatorToken,
  register,
  type TestServer,
  testServer,
} from '../../support/server.ts';

const server = testServer();

describe('a page of another origin', () => {
  const send = (headers: Record<string, string>, path = '/withdrawals/disable') =>
    server.it.operate(
      new Request(`http://console.example:8444/api/operator${path}`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          authorization: `Bearer ${operatorToken}`,
          host: 'console.example:8444',
          ...headers,
        },
        body: JSON.stringify({ token: 'STO' }),
      }),
    );
  const stops = async () => (await server.it.database.query('SELECT token FROM withdrawal_stops')).length;

  test.each([
    { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' },
    // Another port of the same machine is another origin, and the same site.
    { 'sec-fetch-site': 'same-site', origin: 'http://console.example:3000' },
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { origin: 'http://console.example:8444.evil.example' },
  ])('sends nothing to the operators’ calls, even with the right token: %j', async (headers) => {
    const answer = await send(headers);
    expect(answer.status).toBe(403);
    expect(await answer.json()).toMatchObject({ code: 'FORBIDDEN' });
    expect(answer.headers.get('access-control-allow-origin')).toBeNull();
    expect(await stops()).toBe(0);
  });

  test('logs nobody in', async () => {
    const answer = await send({ 'sec-fetch-site': 'cross-site' }, '/login');
    expect(answer.status).toBe(403);
  });

  test.each([
    { 'sec-fetch-site': 'same-origin', origin: 'http://console.example:8444' },
    // An older browser behind a proxy that ends TLS.
    { origin: 'https://console.example:8444' },
    // The command.
    {},
  ])('is told from the console and the commands: %j', async (headers) => {
    expect((await send(headers)).status).toBe(200);
    await operate(server.it, 'POST', '/withdrawals/enable', { token: 'STO' });
  });

  test('is never told that it may read', async () => {
    const answer = await server.it.operate(
      new Request('http://console.example:8444/api/operator/session', {
        method: 'OPTIONS',
        headers: { origin: 'https://evil.example', 'access-control-request-headers': 'authorization' },
      }),
    );
    expect([...answer.headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([]);
  });
});

describe('the page of the console', () => {
  let folder = '';
  let it: TestServer;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'zesto-console-'));
    await writeFile(join(folder, 'console.html'), '<title>Console</title><style>body{margin:0}</style>');
    await writeFile(join(folder, 'a.js'), 'export {};');
    it = await openTestServer({ console: await loadStaticApp(folder, consolePages) });
  });
  afterAll(async () => {
    await it.close();
    await rm(folder, { recursive: true, force: true });
  });

  const visit = (path: string) =>
    new Request(`http://localhost:3000${path}`, { headers: { accept: 'text/html' } });

  test('is on the operators’ address, and not on the public one', async () => {
    expect(await (await it.operate(visit('/'))).text()).toContain('Console');
    expect((await it.operate(visit('/a.js'))).status).toBe(200);
    for (const path of ['/', '/console.html', '/a.js'])
      expect((await it.fetch(visit(path))).status).toBe(404);
    expect((await it.operate(visit('/wallet'))).status).toBe(404);
  });

  test('can be framed by nobody, runs no code but its own, and sets no cookie', async () => {
    for (const path of ['/', '/api/operator/session', '/nothing']) {
      const { headers } = await it.operate(visit(path));
      const policy = new Map(
        (headers.get('content-security-policy') ?? '').split('; ').map((part) => {
          const [name = '', ...values] = part.split(' ');
          return [name, values.join(' ')] as const;
        }),
      );
      expect(policy.get('frame-ancestors')).toBe("'none'");
      expect(policy.get('default-src')).toBe("'none'");
      expect(policy.get('script-src')).toBe("'self'");
      expect(policy.get('connect-src')).toBe("'self'");
      expect(policy.get('form-action')).toBe("'none'");
      expect(policy.get('base-uri')).toBe("'none'");
      expect(policy.get('require-trusted-types-for')).toBe("'script'");
      expect(policy.get('style-src')).toMatch(/^'self'(?: 'sha256-[\w+/=]+')+$/);
      expect(headers.get('x-frame-options')).toBe('DENY');
      expect(headers.get('cross-origin-opener-policy')).toBe('same-origin');
      expect(headers.get('set-cookie')).toBeNull();
    }
  });
});

describe('what waits to leave', () => {
  let person: Person;
  const ids: string[] = [];
  beforeAll(async () => {
    person = await register(server.it);
    await fund(server.it, person, 'USDT', '1000');
    for (let index = 0; index < 7; index += 1) {
      const paid = await pay(server.it, person, {
        kind: 'withdraw',
        token: 'USDT',
        amount: '20',
        to: outside,
      });
      ids.push(paid.body.data.id);
      server.it.clock.advance(1_000);
    }
  });

  const list = (search: string) => operate(server.it, 'GET', `/withdrawals?${search}`);
  const idsOf = (answer: { body: { data: { id: string }[] } }) => answer.body.data.map(({ id }) => id);

  test('is told part by part, each line once, also while others are decided', async () => {
    const first = await list('per_page=3&status=pending');
    expect(idsOf(first)).toEqual(ids.slice(0, 3));
    expect(first.body.meta).toEqual({ next: ids[2] });
    // The very line that the next part begins after is gone from the list.
    await operate(server.it, 'POST', '/withdrawals/reject', { id: ids[2], reason: 'other' });
    const second = await list(`per_page=3&status=pending&after=${ids[2]}`);
    expect(idsOf(second)).toEqual(ids.slice(3, 6));
    const last = await list(`per_page=3&status=pending&after=${ids[5]}`);
    expect(idsOf(last)).toEqual(ids.slice(6));
    expect(last.body.meta).toEqual({ next: null });
  });

  test('is told of both statuses in one order', async () => {
    await operate(server.it, 'POST', '/withdrawals/approve', { id: ids[4] });
    expect(idsOf(await list(''))).toEqual(ids.filter((id) => id !== ids[2]));
    expect(idsOf(await list('status=processing'))).toEqual([ids[4]]);
  });

  test('refuses a place that is none', async () => {
    expect(await list(`after=${randomUUID()}`)).toMatchObject({
      status: 422,
      body: { fields: { after: 'unknown' } },
    });
    expect(await list('after=nonsense')).toMatchObject({
      status: 422,
      body: { fields: { after: 'format' } },
    });
    expect((await list('status=completed')).status).toBe(422);
    expect((await list('per_page=101')).status).toBe(422);
  });

  test('one is told whatever has become of it, and a person’s other lines are not', async () => {
    const of = (id: string) => operate(server.it, 'GET', `/withdrawals/${id}`);
    expect((await of(String(ids[2]))).body.data).toMatchObject({ status: 'failed', value: '20' });
    expect((await of(randomUUID())).status).toBe(404);
    const [deposit] = await server.it.database.query<{ id: string }>(
      "SELECT id FROM transactions WHERE kind = 'deposit' LIMIT 1",
    );
    if (deposit) expect((await of(deposit.id)).status).toBe(404);
  });

  test('a part of a long one is read from the index, as many rows as are shown', async () => {
    const { query } = server.it.database;
    await query(
      `INSERT INTO transactions (id, user_id, operation_id, kind, status, token, amount, fee, counterparty, created_at, updated_at)
       SELECT gen_random_uuid(), user_id, gen_random_uuid(), 'withdraw', 'pending', 'USDT', 1000000, 0, counterparty,
         created_at + make_interval(secs => number), created_at
       FROM (SELECT * FROM transactions WHERE id = $1) AS one, generate_series(1, 3000) AS number`,
      [String(ids[0])],
    );
    await query('ANALYZE transactions');
    const plan = await query<{ 'QUERY PLAN': [{ Plan: Node }] }>(
      `EXPLAIN (ANALYZE, FORMAT JSON) SELECT * FROM transactions
       WHERE status = 'pending' AND kind IN ('send', 'withdraw') AND (created_at, id) > ($1::timestamptz, $2::uuid)
       ORDER BY created_at, id LIMIT 51`,
      [new Date(server.it.clock.now().getTime() + 600_000), String(ids[0])],
    );
    const scans = nodesIn(plan[0]?.['QUERY PLAN'][0]?.Plan).filter((node) =>
      node['Node Type'].includes('Scan'),
    );
    expect(scans.map((node) => [node['Index Name'], node['Actual Rows']])).toEqual([
      ['transactions_leaving', 51],
    ]);
    expect((await list('status=pending&per_page=50')).body.data).toHaveLength(50);
  });
});

interface Node {
  readonly 'Node Type': string;
  readonly 'Index Name'?: string;
  readonly 'Actual Rows': number;
  readonly Plans?: readonly Node[];
}

const nodesIn = (node: Node | undefined): Node[] =>
  node ? [node, ...(node.Plans ?? []).flatMap(nodesIn)] : [];

test('a withdrawal that somebody has proposed says so, until it is decided', async () => {
  const it = await openTestServer();
  const person = await register(it);
  await fund(it, person, 'USDT', '5000');
  const anna = await newOperator(it, 'anna', 'treasury');
  const boris = await newOperator(it, 'boris', 'treasury');
  const paid = await pay(it, person, { kind: 'withdraw', token: 'USDT', amount: '1500', to: outside });
  const { id } = paid.body.data;
  const told = async () => (await operate(it, 'GET', `/withdrawals/${id}`, undefined, boris)).body.data;
  expect(await told()).toMatchObject({ proposal: null });
  expect((await operate(it, 'POST', '/withdrawals/approve', { id }, anna)).body.code).toBe(
    'APPROVAL_REQUIRED',
  );
  const { proposal } = await told();
  expect(proposal).toEqual({ number: expect.any(Number), proposed_by: 'anna' });
  expect((await operate(it, 'POST', '/proposals/approve', { number: proposal.number }, anna)).status).toBe(
    403,
  );
  expect((await operate(it, 'POST', '/proposals/approve', { number: proposal.number }, boris)).status).toBe(
    200,
  );
  expect(await told()).toMatchObject({ status: 'processing', proposal: null });
  await it.close();
});

test('a check of a list keeps no session open, and is in the log only when there is something new to show', async () => {
  const { it } = server;
  const minute = 60_000;
  const { token } = await newOperator(it, 'watcher', 'treasury');
  const listed = async (tag?: string) => {
    const request = new Request('http://localhost:3000/api/operator/withdrawals?status=pending', {
      headers: { authorization: `Bearer ${token}`, ...(tag === undefined ? {} : { 'if-none-match': tag }) },
    });
    const response = await it.operate(request);
    return { status: response.status, tag: response.headers.get('etag') ?? '', text: await response.text() };
  };
  const logged = async () => {
    const lines = await it.database.query<{ status: number | null }>(
      "SELECT status FROM operator_log WHERE operator = 'watcher' AND verb = 'GET /withdrawals' ORDER BY number",
    );
    return lines.map(({ status }) => status);
  };
  const first = await listed();
  expect(first.status).toBe(200);
  expect(await logged()).toEqual([null, 200]);
  expect(await listed(first.tag)).toEqual({ status: 304, tag: first.tag, text: '' });
  expect(await logged()).toEqual([null, 200]);

  const person = await register(it);
  await fund(it, person, 'USDT', '50');
  await pay(it, person, { kind: 'withdraw', amount: '20' });
  const changed = await listed(first.tag);
  expect(changed.status).toBe(200);
  expect(changed.text).toContain(person.email);
  expect(await logged()).toEqual([null, 200, null, 200]);
  expect((await listed(changed.tag)).status).toBe(304);

  for (let passed = 0; passed < 29; passed += 1) {
    it.clock.advance(minute);
    expect((await listed(changed.tag)).status).toBe(304);
  }
  it.clock.advance(minute);
  expect((await listed(changed.tag)).status).toBe(401);
});

test('a check that may not be made is in the log', async () => {
  const { it } = server;
  const { token } = await newOperator(it, 'curious', 'support');
  const request = new Request('http://localhost:3000/api/operator/withdrawals', {
    headers: { authorization: `Bearer ${token}`, 'if-none-match': '"any"' },
  });
  expect((await it.operate(request)).status).toBe(403);
  const lines = await it.database.query(
    "SELECT 1 FROM operator_log WHERE operator = 'curious' AND status = 403",
  );
  expect(lines).toHaveLength(1);
});
