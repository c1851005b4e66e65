import { HttpResponse, http as intercept } from 'msw';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { createClock } from '../../src/services/core/clock.ts';
import { createStreams } from '../../src/services/core/http.ts';
import { createSessionStore, type SessionStore } from '../../src/services/core/session.ts';
import { createLocalStore } from '../../src/services/core/storage.ts';
import { openRateStream, type RateStreamReport } from '../../src/services/wallet/rateStream.ts';
import { answerWith, handToServer, interceptProvider, providerOrigin } from '../support/mswProvider.ts';
import { fund } from '../support/payments.ts';
import { vera } from '../support/people.ts';
import { register, testServer } from '../support/server.ts';

const server = testServer();
const provider = interceptProvider();
let session: SessionStore;

beforeEach(() => {
  session = createSessionStore(createLocalStore());
});
afterEach(() => session.close());

/** Opens the stream of whoever is signed in, and answers its reports one after the other. */
function open() {
  const reports: RateStreamReport[] = [];
  const waiting: (() => void)[] = [];
  const streams = createStreams({ origin: providerOrigin, session, clock: createClock() });
  const close = openRateStream(streams, 'ru', (report) => {
    reports.push(report);
    for (const wake of waiting.splice(0)) wake();
  });
  onTestFinished(close);
  let read = 0;
  /** The next report of a type; others are passed over. */
  async function next<Type extends RateStreamReport['type']>(type: Type) {
    for (;;) {
      const report = reports[read];
      if (report) {
        read += 1;
        if (report.type === type) return report as Extract<RateStreamReport, { type: Type }>;
      } else await new Promise<void>((resolve) => waiting.push(resolve));
    }
  }
  return { next, close, reports };
}

/** A provider that sends these pieces and then ends, or breaks. */
function providerSends(pieces: readonly string[], end: 'ends' | 'breaks' | 'stays' = 'ends') {
  const body = () =>
    new ReadableStream<Uint8Array>({
      start(controller) {
        for (const piece of pieces) controller.enqueue(new TextEncoder().encode(piece));
        if (end === 'ends') controller.close();
        if (end === 'breaks') controller.error(new Error('reset'));
      },
    });
  provider.use(
    intercept.get(
      `${providerOrigin}/api/web-app/rates/stream`,
      () => new HttpResponse(body(), { headers: { 'content-type': 'text/event-stream; charset=utf-8' } }),
    ),
  );
}

const rates = {
  pairs: [{ base: 'ZST', quote: 'USDT', rate: '0.25', change_24h: null }],
  as_of: '2026-11-20T09:00:00.000Z',
};

test('the real server’s rates and notifications arrive, and its end is told', async () => {
  provider.use(handToServer({ fetch: (request) => server.it.fetch(request) }));
  const person = await register(server.it);
  const profile = await server.it.get('/profile', { token: person.token });
  session.keep({ token: person.token, user: profile.body.data });
  const { next } = open();
  await next('opened');
  expect((await next('notification')).notification).toEqual({ unread: 0, newest: null });
  await server.it.operator('POST', '/rates', { pair: 'ZST/USDT', rate: '0.31', confirm: true });
  let found: string | undefined;
  while (found !== '0.31') {
    const { pairs } = (await next('rates')).rates;
    found = pairs.find(({ base, quote }) => base === 'ZST' && quote === 'USDT')?.rate;
  }
  await fund(server.it, person, 'USDT', '12');
  expect((await next('notification')).notification).toMatchObject({ unread: 1, newest: { amount: '12' } });
  await server.it.pulse();
  await next('heard');
  server.it.retire();
  expect(await next('closed')).toEqual({ type: 'closed', failure: null });
});

test('what does not fit is logged without its values and passed over; what comes after is heard', async () => {
  session.keep(vera);
  const logged = vi.spyOn(console, 'warn').mockImplementation(() => {});
  onTestFinished(() => logged.mockRestore());
  providerSends([
    'event: rates\ndata: {"pairs":"secret"}\n\n',
    'event: rates\ndata: not json\n\n',
    'event: weather\ndata: {"sun":true}\n\n',
    'event: confirmations\ndata: {"id":"t-1","seen":4,"needed":12}\n\n',
    `event: rates\ndata: ${JSON.stringify(rates)}\n\nevent: rates\nda`,
  ]);
  const { next, reports } = open();
  expect(await next('confirmations')).toEqual({ type: 'confirmations', id: 't-1', seen: 4, needed: 12 });
  expect((await next('rates')).rates).toEqual(rates);
  expect(await next('closed')).toEqual({ type: 'closed', failure: null });
  expect(reports.map(({ type }) => type)).toEqual(['opened', 'confirmations', 'rates', 'closed']);
  expect(logged).toHaveBeenCalledTimes(2);
  expect(JSON.stringify(logged.mock.calls)).not.toContain('secret');
});

test('a line that breaks and one that never ends an event are closed with their reasons', async () => {
  session.keep(vera);
  providerSends([': beat\n\n'], 'breaks');
  expect((await open().next('closed')).failure?.code).toBe('NETWORK');
  providerSends(['data: ', 'x'.repeat(1_000_001)], 'stays');
  expect((await open().next('closed')).failure?.code).toBe('INVALID_RESPONSE');
});

test.each([
  [503, 'UNAVAILABLE'],
  [404, 'UNSUPPORTED'],
  [200, 'INVALID_RESPONSE'],
])('a provider that answers %i without a stream is told as %s', async (status, code) => {
  session.keep(vera);
  provider.use(answerWith('/rates/stream', status, '<html>', { 'content-type': 'text/html' }));
  expect((await open().next('closed')).failure?.code).toBe(code);
});

test('a token that is over ends the session', async () => {
  session.keep(vera);
  provider.use(handToServer({ fetch: (request) => server.it.fetch(request) }));
  expect((await open().next('closed')).failure?.code).toBe('UNAUTHENTICATED');
  expect(session.current()).toBeNull();
});

test('after it was left nothing is reported any more', async () => {
  session.keep(vera);
  providerSends([`event: rates\ndata: ${JSON.stringify(rates)}\n\n`], 'stays');
  const { next, close, reports } = open();
  await next('rates');
  close();
  await new Promise((resolve) => setImmediate(resolve));
  expect(reports.map(({ type }) => type)).toEqual(['opened', 'rates']);
});
