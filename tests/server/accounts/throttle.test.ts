import { expect, test, vi } from 'vitest';
import type { Captcha } from '../../../server/auth/captcha.ts';
import { admitGuess, priceOf } from '../../../server/auth/guesses.ts';
import { Refusal } from '../../../server/core/refusal.ts';
import {
  failuresByNetwork,
  type Limit,
  networkOf,
  networksAround,
  nextUse,
  recordUse,
  takeUse,
  takeUses,
  tryUse,
  usesOf,
} from '../../../server/core/throttle.ts';
import type { Query, SqlValue } from '../../../server/database/db.ts';
import { solveCaptcha } from '../../support/captcha.ts';
import { openTestServer, register, testServer } from '../../support/server.ts';

const server = testServer();
const minute = 60_000;
const victims = '198.51.100.77';

interface Try {
  readonly address?: string;
  /** What the device shows. */
  readonly cookie?: string;
  /** Null for a try without one. */
  readonly captcha?: string | null;
}

async function signIn(email: string, password: string, { address, cookie, captcha }: Try = {}) {
  const from = address ?? '203.0.113.7';
  const solved = captcha === undefined ? await solve(from) : captcha;
  return server.it.post(
    '/auth/login',
    { email, password, remember: false, ...(solved === null ? {} : { captcha: solved }) },
    { address: from, ...(cookie ? { headers: { cookie } } : {}) },
  );
}

/** The challenge that this address gets next, solved. */
async function solve(address: string) {
  const { body } = await server.it.get('/auth/captcha', { address });
  return solveCaptcha(body.data.challenge);
}

async function priceFor(address: string): Promise<number> {
  const { body } = await server.it.get('/auth/captcha', { address });
  return body.data.challenge.parameters.data.price;
}

/** As the app does it: again with a captcha when one is asked for. */
async function persist(email: string, password: string, address: string) {
  const first = await signIn(email, password, { address, captcha: null });
  return first.body.code === 'CAPTCHA_FAILED' ? signIn(email, password, { address }) : first;
}

async function guessWrong(email: string, times: number, address?: string) {
  for (let count = 0; count < times; count += 1) {
    const answer = await persist(email, 'Wrong2026', address ?? `192.0.2.${count % 250}`);
    expect(answer.body.code).toBe('INVALID_CREDENTIALS');
  }
}

const cookieOf = (headers: Headers) => (headers.get('set-cookie') ?? '').split(';')[0] ?? '';

test('whoever guesses at an account, its person gets a try for a captcha, from any device', async () => {
  const { it } = server;
  const { email, password } = await register(it);
  await guessWrong(email, 130);
  const answer = await persist(email, password, victims);
  expect(answer.status).toBe(200);
});

test('a device on which its person has signed in needs no captcha, and its own mistakes are its own', async () => {
  const { it } = server;
  const { email, password } = await register(it);
  const cookie = cookieOf((await signIn(email, password, { captcha: null })).headers);
  expect(cookie).toMatch(/^device=[\w-]{43}$/);
  await guessWrong(email, 30);
  expect((await signIn(email, password, { cookie, captcha: null })).status).toBe(200);
  for (let count = 0; count < 10; count += 1) {
    expect((await signIn(email, 'Wrong2026', { cookie, captcha: null })).status).toBe(401);
  }
  expect((await signIn(email, password, { cookie, captcha: null })).body.code).toBe('CAPTCHA_FAILED');
  expect((await persist(email, password, victims)).status).toBe(200);
  it.clock.advance(minute);
  expect((await signIn(email, password, { cookie, captcha: null })).status).toBe(200);
});

test('a device is known to those who have signed in on it and to nobody else', async () => {
  const { it } = server;
  const [mine, yours] = [await register(it), await register(it)];
  const cookie = cookieOf((await signIn(mine.email, mine.password)).headers);
  await guessWrong(yours.email, 3);
  expect((await signIn(yours.email, yours.password, { cookie, captcha: null })).body.code).toBe(
    'CAPTCHA_FAILED',
  );
  const shared = await signIn(yours.email, yours.password, { cookie });
  expect(cookieOf(shared.headers)).toBe(cookie);
  await guessWrong(mine.email, 3);
  expect((await signIn(mine.email, mine.password, { cookie, captcha: null })).status).toBe(200);
  const made = `device=${'A'.repeat(43)}`;
  expect(cookieOf((await signIn(mine.email, mine.password, { cookie: made })).headers)).not.toBe(made);
});

test('a new password makes every other device a stranger’s', async () => {
  const { it } = server;
  const { email, password } = await register(it);
  const lost = cookieOf((await signIn(email, password)).headers);
  const here = await signIn(email, password);
  await it.put(
    '/auth/password',
    { current_password: password, password: 'Lemons2026', password_confirmation: 'Lemons2026' },
    { token: here.body.data.token, headers: { cookie: cookieOf(here.headers) } },
  );
  await guessWrong(email, 3);
  const unknown = await signIn(email, 'Lemons2026', { cookie: lost, captcha: null });
  expect(unknown.body.code).toBe('CAPTCHA_FAILED');
  const known = await signIn(email, 'Lemons2026', { cookie: cookieOf(here.headers), captcha: null });
  expect(known.status).toBe(200);
});

test('the cookie is nobody’s but this host’s where people come by https, and no script’s anywhere', async () => {
  const other = await openTestServer({ appUrl: 'https://wallet.example' });
  const { email, password } = await register(other);
  const { headers } = await other.post('/auth/login', { email, password, remember: false });
  expect(headers.get('set-cookie')).toMatch(
    /^__Host-device=[\w-]{43}; Path=\/; Max-Age=15552000; HttpOnly; SameSite=Strict; Secure$/,
  );
  const stored = await other.database.query<{ token_hash: Uint8Array }>(
    'SELECT token_hash FROM known_devices',
  );
  expect(stored.every(({ token_hash }) => token_hash.length === 32)).toBe(true);
  await other.close();
});

test('an open session can change its password whoever guesses at the account; its own guesses are limited', async () => {
  const { it } = server;
  const { email, password, token } = await register(it);
  await guessWrong(email, 30);
  const change = (current_password: string, session: string) =>
    it.put(
      '/auth/password',
      { current_password, password: 'Lemons2026', password_confirmation: 'Lemons2026' },
      { token: session },
    );
  const stolen = (await persist(email, password, victims)).body.data.token;
  for (let count = 0; count < 10; count += 1) {
    expect((await change('Wrong2026', stolen)).body.fields).toEqual({ current_password: 'mismatch' });
  }
  expect((await change(password, stolen)).body.code).toBe('RATE_LIMITED');
  expect((await change(password, token)).status).toBe(204);
});

test('the price of a captcha grows with the failures for the account and from the network, and a cheaper one is refused', async () => {
  const { it } = server;
  const [email, stranger] = ['ghost@example.org', '198.51.100.79'];
  expect(await priceFor(stranger)).toBe(1);
  await guessWrong(email, 75);
  const cheap = await solve(stranger);
  const refused = await signIn(email, 'Wrong2026', { address: stranger, captcha: cheap });
  expect(refused.body).toMatchObject({ code: 'CAPTCHA_FAILED', fields: { captcha: 'too_small' } });
  expect(await priceFor(stranger)).toBe(8);
  expect(await priceFor('198.51.100.78')).toBe(1);
  const address = '198.51.100.90';
  for (let count = 0; count < 24; count += 1) await guessWrong(`spray${count}@example.org`, 1, address);
  await signIn('spray25@example.org', 'Wrong2026', { address, captcha: null });
  expect(await priceFor(address)).toBe(2);
  it.clock.advance(20 * minute);
  expect(await priceFor(address)).toBe(1);
});

test.each([
  [0, 0],
  [2, 0],
  [3, 1],
  [26, 1],
  [27, 2],
  [51, 4],
  [75, 8],
  [99, 16],
  [1_000, 16],
])('%i failures make a captcha cost %i', (failures, price) => {
  expect(priceOf(failures, { free: 3, step: 24 })).toBe(price);
});

test('guesses that come at once are counted before they are answered', async () => {
  const { email } = await register(server.it);
  const answers = await Promise.all(
    Array.from({ length: 30 }, () => signIn(email, 'Wrong2026', { address: '198.51.100.3', captcha: null })),
  );
  expect(answers.filter(({ status }) => status === 401)).toHaveLength(3);
  expect(answers.filter(({ body }) => body.code === 'CAPTCHA_FAILED')).toHaveLength(27);
});

test('guesses that are refused take no place of those that are admitted at the same moment', async () => {
  const held: (() => void)[] = [];
  /** Makes the counting for the network wait, so that the last one to get there is the first to be counted. */
  const query: Query = async <Row extends object>(text: string, values?: readonly SqlValue[]) => {
    if (text.startsWith('INSERT') && String(values?.[0]).startsWith(failuresByNetwork.name))
      await new Promise<void>((release) => held.push(release));
    return server.it.database.query<Row>(text, values);
  };
  const captcha: Captcha = {
    challenge: () => Promise.reject(new Error('no challenge is asked for')),
    require: () => Promise.reject(new Refusal('CAPTCHA_FAILED')),
  };
  const attempt = { email: 'at-once@example.org', network: '198.51.100.4', device: null, captcha: undefined };
  let refused = 0;
  const guesses = Array.from({ length: 30 }, () =>
    admitGuess(query, captcha, attempt, server.it.clock.now()).then(
      () => true,
      () => {
        refused += 1;
        return false;
      },
    ),
  );
  await vi.waitFor(() => expect(held.length + refused).toBe(30), 20_000);
  for (const release of held.reverse()) release();
  expect((await Promise.all(guesses)).filter(Boolean)).toHaveLength(3);
});

test('right passwords cost an address nothing', async () => {
  const address = '198.51.100.50';
  const { email, password } = await register(server.it);
  for (let count = 0; count < 30; count += 1) {
    expect((await signIn(email, password, { address, captcha: null })).status).toBe(200);
  }
});

test('what was typed as an email is not kept in the throttle', async () => {
  await guessWrong('typed-by-mistake@example.org', 1);
  const rows = await server.it.database.query<{ key: string }>('SELECT key FROM throttles');
  expect(rows.map(({ key }) => key).join()).not.toContain('typed-by-mistake');
});

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
  ['2001:0DB8:1:2::9', '2001:db8:1:2'],
  ['2001:db8::1', '2001:db8:0:0'],
  ['::1', '0:0:0:0'],
  ['fe80::1%eth0', 'fe80:0:0:0'],
  ['unknown', 'unknown'],
])('%s counts as %s', (address, network) => {
  expect(networkOf(address)).toBe(network);
});

test.each([
  ['2001:db8:1:2ff', ['2001:db8:1:200::/56', '2001:db8:1::/48']],
  ['2001:db8:1:f', ['2001:db8:1:0::/56', '2001:db8:1::/48']],
  ['203.0.113.7', []],
  ['unknown', []],
])('around %s are %j', (network, around) => {
  expect(networksAround(network).map((each) => each.network)).toEqual(around);
});

/** The first /64 networks of a /56, by its place in its /48. */
const networksOf = (which: string, place: number, count: number) =>
  Array.from({ length: count }, (_, index) =>
    networkOf(`2001:db8:${which}:${(place * 256 + index).toString(16)}::1`),
  );

test('the networks of one subscriber share four and sixteen budgets, and who is refused takes none', async () => {
  const { query } = server.it.database;
  const at = server.it.clock.now();
  const limit: Limit = { name: 'widths', burst: 2, every: minute, byNetwork: true };
  const take = async (networks: readonly string[]) => {
    let taken = 0;
    for (const network of networks) if (await tryUse(query, limit, network, at)) taken += 1;
    return taken;
  };
  const [one = ''] = networksOf('a', 0, 1);
  expect(await take([one, one, one])).toBe(2);
  // A /56 has eight, of which the first /64 has taken two.
  expect(await take(networksOf('a', 0, 20))).toBe(6);
  const [fresh = ''] = networksOf('a', 0, 30).slice(-1);
  await expect(takeUse(query, limit, fresh, at)).rejects.toMatchObject({
    code: 'RATE_LIMITED',
    details: { retryAfter: 15 },
  });
  expect((await nextUse(query, limit, fresh, at)).getTime()).toBe(at.getTime() + 15_000);
  expect(await tryUse(query, limit, fresh, new Date(at.getTime() + 15_000))).toBe(true);
  // A /48 has 32: three more /56 get their eight, the next one finds none.
  for (const place of [1, 2]) expect(await take(networksOf('a', place, 20))).toBe(8);
  expect(await take(networksOf('a', 3, 20))).toBe(7);
  expect(await take(networksOf('a', 4, 20))).toBe(0);
  expect(await take(networksOf('b', 4, 20))).toBe(8);
  expect(await take(['203.0.113.1', '203.0.113.2', '203.0.113.3'])).toBe(3);
});

test('uses that are asked for together are no more than one after the other, and who is refused takes none', async () => {
  const { query } = server.it.database;
  const at = server.it.clock.now();
  const limit: Limit = { name: 'together', burst: 3, every: minute, byNetwork: true };
  const ask = async (networks: readonly string[], moment = at) => {
    const asked = networks.map((subject) => ({ limit, subject, at: moment }));
    return (await takeUses(query, asked)).map((refusal) => refusal?.details.retryAfter ?? null);
  };
  // More at once than there are, of one that is new: the first three get theirs, and nobody else waits for them.
  const [one = '', other = ''] = ['203.0.113.8', '203.0.113.9'];
  expect(await ask([one, other, one, one, one, other])).toEqual([null, null, null, null, 60, null]);
  expect(await ask([one, other, other])).toEqual([60, null, 60]);
  const later = new Date(at.getTime() + minute);
  expect(await ask([one, other, one], later)).toEqual([null, null, 60]);
  // A /56 has twelve. The last ones get none, and then take none of their own.
  const wide = networksOf('d', 0, 15);
  expect(await ask(wide)).toEqual([...Array(12).fill(null), ...Array(3).fill(15)]);
  const [last = ''] = wide.slice(-1);
  expect(await usesOf(query, { name: 'together', burst: 3, every: minute }, last, at)).toBe(0);
  expect(await ask([])).toEqual([]);
});

test('failures from many networks of one subscriber count for each of them', async () => {
  const { query } = server.it.database;
  const at = server.it.clock.now();
  const limit: Limit = { name: 'failed-widths', burst: 10, every: minute, byNetwork: true };
  for (const network of networksOf('c', 0, 39))
    expect(await recordUse(query, limit, network, at)).toBeLessThan(10);
  const [next = ''] = networksOf('c', 0, 40).slice(-1);
  expect(await usesOf(query, limit, next, at)).toBe(9);
  expect(await recordUse(query, limit, next, at)).toBe(10);
  const [elsewhere = ''] = networksOf('c', 1, 1);
  expect(await usesOf(query, limit, elsewhere, at)).toBe(2);
});

test('uses that were counted while the clock ran ahead count for nothing once it is set back', async () => {
  const { query } = server.it.database;
  const at = server.it.clock.now();
  const limit: Limit = { name: 'clock-ahead', burst: 3, every: minute };
  const later = (minutes: number) => new Date(at.getTime() + minutes * minute);
  const takeThree = async (subject: string, moment: Date) => {
    for (let use = 0; use < 3; use += 1) expect(await tryUse(query, limit, subject, moment)).toBe(true);
    expect(await tryUse(query, limit, subject, moment)).toBe(false);
  };
  await takeThree('taken', later(24 * 60));
  expect(await nextUse(query, limit, 'taken', at)).toEqual(at);
  expect(await usesOf(query, limit, 'taken', at)).toBe(0);
  await takeThree('taken', at);
  for (let use = 0; use < 3; use += 1) await recordUse(query, limit, 'recorded', later(24 * 60));
  expect(await recordUse(query, limit, 'recorded', at)).toBe(1);
  // Servers may differ by a minute: what one of them has counted stays counted at the others.
  await takeThree('elsewhere', later(1));
  expect(await tryUse(query, limit, 'elsewhere', at)).toBe(false);
  await takeThree('further', later(1.01));
  await takeThree('further', at);
});
