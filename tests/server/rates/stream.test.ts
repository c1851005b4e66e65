import { expect, test } from 'vitest';
import { tellEverybody } from '../../../server/notifications/store.ts';
import { exchangeBy, quoteFor } from '../../support/exchange.ts';
import { proofBy } from '../../support/factors.ts';
import { fund, outside, pay } from '../../support/payments.ts';
import { openTestServer, register, testServer } from '../../support/server.ts';
import { listenTo, openStream } from '../../support/streams.ts';

const server = testServer();

const setRate = (rate: string, pair = 'ZST/USDT') =>
  server.it.operator('POST', '/rates', { pair, rate, confirm: true });

function priceIn(data: { pairs: { base: string; quote: string; rate: string }[] }) {
  return data.pairs.find(({ base, quote }) => base === 'ZST' && quote === 'USDT')?.rate;
}

test('a stream begins with how to come back, the rates of now, and what is unread', async () => {
  const { token } = await register(server.it);
  await setRate('0.25');
  const { response, piece, leave } = await openStream(server.it, token);
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
  expect(response.headers.get('cache-control')).toBe('no-store');
  const pieces = [await piece(), await piece(), await piece(), await piece()];
  expect(pieces[0]).toBe('retry: 3000');
  const rates = pieces.find((each) => each?.includes('event: rates'));
  expect(rates).toContain('id: 1795165200000\n');
  expect(rates).toContain('"base":"ZST","quote":"USDT","rate":"0.25"');
  expect(pieces).toContain('event: account\ndata: {"status":"active"}');
  expect(pieces).toContain('event: notification\ndata: {"unread":0,"newest":null}');
  await leave();
});

test('a price that an operator sets reaches every open stream', async () => {
  const people = await Promise.all([register(server.it), register(server.it)]);
  await setRate('0.3');
  const streams = await Promise.all(people.map(({ token }) => listenTo(server.it, token)));
  await setRate('0.31');
  for (const { next, leave } of streams) {
    let price: string | undefined;
    while (price !== '0.31') price = priceIn((await next('rates')).data);
    await leave();
  }
});

test('a server hears of a price that another server on the same database was given', async () => {
  const other = await openTestServer({ database: server.it.database });
  const { token } = await register(server.it);
  const stream = await listenTo(other, token);
  await setRate('0.4');
  let price: string | undefined;
  while (price !== '0.4') price = priceIn((await stream.next('rates')).data);
  await stream.leave();
  other.retire();
});

test('what happens to a person is told to them and to nobody else', async () => {
  const [person, other] = [await register(server.it), await register(server.it)];
  const mine = await listenTo(server.it, person.token);
  const theirs = await listenTo(server.it, other.token);
  await fund(server.it, person, 'USDT', '12.5');
  const { data } = await mine.next('notification');
  expect(data).toMatchObject({ unread: 1, newest: { kind: 'deposit', token: 'USDT', amount: '12.5' } });
  await fund(server.it, other, 'STO', '1');
  expect((await theirs.next('notification')).data.newest).toMatchObject({ kind: 'deposit', token: 'STO' });
  await Promise.all([mine.leave(), theirs.leave()]);
});

test('a freeze and its end reach the open pages of that person', async () => {
  const person = await register(server.it);
  const stream = await listenTo(server.it, person.token);
  for (const [path, status] of [
    ['/accounts/freeze', 'frozen'],
    ['/accounts/unfreeze', 'active'],
  ] as const) {
    await server.it.operator('POST', path, { email: person.email });
    expect((await stream.next('account')).data).toEqual({ status });
  }
  await stream.leave();
});

test('each step of a transaction is told to its person by its id, and to nobody else', async () => {
  const [person, other] = [await register(server.it), await register(server.it)];
  await fund(server.it, person, 'USDT', '100');
  const { body } = await pay(server.it, person, {
    kind: 'withdraw',
    token: 'USDT',
    amount: '10',
    to: outside,
  });
  const mine = await listenTo(server.it, person.token);
  const theirs = await openStream(server.it, other.token);
  const { id } = body.data;
  await server.it.operator('POST', '/withdrawals/approve', { id });
  expect((await mine.next('transaction')).data).toEqual({ id });
  await fund(server.it, other, 'STO', '1');
  const heard: (string | null)[] = [];
  while (!heard.at(-1)?.includes('"STO"')) heard.push(await theirs.piece());
  expect(heard.filter((piece) => piece?.includes('event: transaction'))).toEqual([]);
  await Promise.all([mine.leave(), theirs.leave()]);
});

test('a pulse keeps the line open', async () => {
  const { token } = await register(server.it);
  const open = await listenTo(server.it, token);
  await server.it.pulse();
  expect(await open.piece()).toBe(': beat');
  await open.leave();
});

test('a pulse repeats no notification, and an announcement is passed on even if it changed none', async () => {
  const { token } = await register(server.it);
  const open = await listenTo(server.it, token);
  const heard: (string | null)[] = [];
  for (const rate of ['0.61', '0.62']) {
    await server.it.pulse();
    await setRate(rate);
    while (!heard.at(-1)?.includes(`"rate":"${rate}"`)) heard.push(await open.piece());
  }
  expect(heard.filter((piece) => piece?.includes('event: notification'))).toEqual([]);
  // An edited article is announced in this way, too.
  await tellEverybody(server.it.database.query);
  expect((await open.next('notification')).data).toEqual({ unread: 0, newest: null });
  await open.leave();
});

test('a second tab is told the notification, and the first is not told it again', async () => {
  const { token } = await register(server.it);
  const first = await listenTo(server.it, token);
  const second = await listenTo(server.it, token);
  await setRate('0.63');
  const heard: (string | null)[] = [];
  while (!heard.at(-1)?.includes('"rate":"0.63"')) heard.push(await first.piece());
  expect(heard.filter((piece) => piece?.includes('event: notification'))).toEqual([]);
  await Promise.all([first.leave(), second.leave()]);
});

const provenBy = (token: string, password: string) =>
  proofBy(server.it, token, { method: 'password', password }, 'sessions');

/** Each ends a person's session; `mine` is the one that it was asked with. */
const endings: readonly [string, 'mine' | 'other', (sessions: Sessions) => Promise<unknown>][] = [
  ['its person logs out', 'mine', ({ mine }) => server.it.post('/auth/logout', undefined, { token: mine })],
  [
    'it is ended from elsewhere',
    'other',
    async ({ mine, password }) => {
      const { body } = await server.it.get('/auth/sessions', { token: mine });
      const { id } = body.data.find((session: { current: boolean }) => !session.current);
      return server.it.delete(`/auth/sessions/${id}`, await provenBy(mine, password));
    },
  ],
  [
    'all others are ended',
    'other',
    async ({ mine, password }) => server.it.delete('/auth/sessions', await provenBy(mine, password)),
  ],
  [
    'the password is changed',
    'other',
    ({ mine, password }) =>
      server.it.put(
        '/auth/password',
        { current_password: password, password: 'Another2026', password_confirmation: 'Another2026' },
        { token: mine },
      ),
  ],
];

interface Sessions {
  readonly mine: string;
  readonly other: string;
  readonly password: string;
}

test.each(endings)('a stream ends at once, on every server, when %s', async (_, ended, end) => {
  const twin = await openTestServer({ database: server.it.database });
  const { email, password, token: mine } = await register(server.it);
  const { body } = await server.it.post('/auth/login', { email, password, remember: false });
  const sessions: Sessions = { mine, other: body.data.token, password };
  const kept = ended === 'mine' ? 'other' : 'mine';
  const here = await listenTo(server.it, sessions[ended]);
  const there = await listenTo(twin, sessions[ended]);
  const stays = await listenTo(twin, sessions[kept]);
  const answer = await end(sessions);
  expect(answer).toMatchObject({ status: 204 });
  for (const { piece } of [here, there]) {
    let last: string | null = '';
    while (last !== null) last = await piece();
  }
  await twin.pulse();
  let piece = await stays.piece();
  while (piece?.startsWith('event:')) piece = await stays.piece();
  expect(piece).toBe(': beat');
  await stays.leave();
  twin.retire();
});

test('who reads slowly gets the newest rates, not all that there were, and holds no memory', async () => {
  const { token } = await register(server.it);
  const quick = await listenTo(server.it, token);
  const slow = await openStream(server.it, token);
  for (let step = 1; step <= 40; step += 1) {
    await setRate(`0.5${step}`);
    let price: string | undefined;
    while (price !== `0.5${step}`.replace(/0+$/, '')) price = priceIn((await quick.next('rates')).data);
  }
  const seen: (string | undefined)[] = [];
  while (seen.at(-1) !== '0.54') seen.push(priceIn((await slow.next('rates')).data));
  expect(seen.length).toBeLessThan(10);
  await Promise.all([quick.leave(), slow.leave()]);
});

test('a person’s twenty-first stream takes the place of the first', async () => {
  const { token } = await register(server.it);
  const first = await listenTo(server.it, token);
  const others = await Promise.all(Array.from({ length: 20 }, () => openStream(server.it, token)));
  let last: string | null = '';
  while (last !== null) last = await first.piece();
  await Promise.all(others.map(({ leave }) => leave()));
});

test('HEAD tells the stream’s headers and opens none: those that are open stay', async () => {
  const { token } = await register(server.it);
  const mine = await listenTo(server.it, token);
  for (let asked = 0; asked < 20; asked += 1) {
    const { status, headers } = await server.it.fetch(
      new Request('http://localhost:3000/api/web-app/rates/stream', {
        method: 'HEAD',
        headers: { authorization: `Bearer ${token}` },
      }),
    );
    expect([status, headers.get('content-type')]).toEqual([200, 'text/event-stream; charset=utf-8']);
  }
  await server.it.pulse();
  expect(await mine.piece()).toBe(': beat');
  await mine.leave();
});

test('nobody gets a stream without a session', async () => {
  for (const headers of [{}, { token: 'made-up' }]) {
    const { status, body } = await server.it.get('/rates/stream', headers);
    expect({ status, code: body.code }).toEqual({ status: 401, code: 'UNAUTHENTICATED' });
  }
});

test('a server that retires ends its streams and opens none', async () => {
  const other = await openTestServer({ database: server.it.database });
  const { token } = await register(server.it);
  const stream = await listenTo(other, token);
  other.retire();
  let last: string | null = '';
  while (last !== null) last = await stream.piece();
  expect((await other.get('/rates/stream', { token })).status).toBe(503);
});

test('while the database cannot announce anything, each pulse reads what is new', async () => {
  const { database } = server.it;
  const deaf = await openTestServer({
    database: { ...database, listen: () => Promise.reject(new Error('LISTEN is not supported')) },
  });
  const person = await register(server.it);
  const stream = await listenTo(deaf, person.token);
  await fund(server.it, person, 'STO', '1');
  await deaf.pulse();
  expect((await stream.next('notification')).data.newest).toMatchObject({ kind: 'deposit', token: 'STO' });
  await setRate('0.7');
  await deaf.pulse();
  let price: string | undefined;
  while (price !== '0.7') price = priceIn((await stream.next('rates')).data);
  expect(deaf.logged.filter((line) => line.includes('the feed reads at each pulse'))).toHaveLength(1);
  await stream.leave();
  deaf.retire();
});

test('an exchange that was made on another device is told once, at the next pulse, and nothing from before the stream', async () => {
  const person = await register(server.it);
  await fund(server.it, person, 'USDT', '100');
  await setRate('0.25');
  const stream = await listenTo(server.it, person.token);
  await server.it.pulse();
  server.it.clock.advance(1_000);
  const quote = await quoteFor(server.it, person.token, { from: 'USDT', to: 'ZST', pay: '10' });
  const { status, body } = await exchangeBy(server.it, person.token, quote.id);
  expect(status).toBe(201);
  await server.it.pulse();
  expect((await stream.next('transaction')).data).toEqual({ id: body.data.id });
  await server.it.pulse();
  await setRate('0.251');
  const heard: (string | null)[] = [];
  while (!heard.at(-1)?.includes('"rate":"0.251"')) heard.push(await stream.piece());
  expect(heard.filter((piece) => piece?.includes('event: transaction'))).toEqual([]);
  await stream.leave();
});

test('after a break of the listening connection the streams end, because steps of transactions were missed, and new ones stay', async () => {
  const { database } = server.it;
  let hear: (payload: string | null) => void = () => undefined;
  const broken = await openTestServer({
    database: {
      ...database,
      listen: async (listener) => {
        hear = listener;
        return async () => undefined;
      },
    },
  });
  broken.clock.advance(server.it.clock.now().getTime() - broken.clock.now().getTime());
  const person = await register(server.it);
  await fund(server.it, person, 'USDT', '100');
  const payment = { kind: 'withdraw', token: 'USDT', amount: '10', to: outside } as const;
  const { id } = (await pay(server.it, person, payment)).body.data;
  const stream = await listenTo(broken, person.token);
  expect((await server.it.operator('POST', '/withdrawals/approve', { id })).status).toBe(200);
  await broken.pulse();
  hear(null);
  const heard: (string | null)[] = [];
  while (heard.at(-1) !== null) heard.push(await stream.piece());
  expect(heard.filter((piece) => piece?.includes('event: transaction'))).toEqual([]);
  const again = await openStream(broken, person.token);
  const first: (string | null)[] = [];
  while (!first.at(-1)?.includes('event: notification')) first.push(await again.piece());
  // The prices are those that the streams before were told, and news to this one.
  expect(first.filter((piece) => piece?.includes('event: rates'))).toHaveLength(1);
  await broken.pulse();
  let piece = await again.piece();
  while (piece?.startsWith('event:')) piece = await again.piece();
  expect(piece).toBe(': beat');
  await again.leave();
  broken.retire();
});

test('after a first failure to listen the next pulse tries again: deaf streams end, and a logout ends a new one at once', async () => {
  const { database } = server.it;
  let tries = 0;
  const late = await openTestServer({
    database: {
      ...database,
      listen: async (hear) => {
        tries += 1;
        if (tries === 1) throw new Error('the connection was refused');
        return database.listen(hear);
      },
    },
  });
  const { token } = await register(server.it);
  const deaf = await listenTo(late, token);
  await late.pulse();
  let end: string | null = '';
  while (end !== null) end = await deaf.piece();
  const stream = await listenTo(late, token);
  expect((await server.it.post('/auth/logout', undefined, { token })).status).toBe(204);
  let last: string | null = '';
  while (last !== null) last = await stream.piece();
  expect(tries).toBe(2);
  late.retire();
});

test('an open stream does not keep an idle session alive', async () => {
  const { token } = await register(server.it);
  const stream = await listenTo(server.it, token);
  server.it.clock.advance(12 * 3_600_000);
  await server.it.pulse();
  let last: string | null = '';
  while (last !== null) last = await stream.piece();
  expect((await server.it.get('/wallet', { token })).status).toBe(401);
});
