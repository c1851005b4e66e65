import { describe, expect, test } from 'vitest';
import {
  type AnyActorRef,
  type AnyEventObject,
  createActor,
  fromCallback,
  SimulatedClock,
  setup,
} from 'xstate';
import type { Exchange, ExchangeQuote, ExchangeQuoteRequest } from '../../contract/exchange.ts';
import type { Operation } from '../../contract/operations.ts';
import type { Loaded, ReadRequest } from '../../contract/reading.ts';
import type { SavedFlow } from '../../src/machines/core/savedFlow.ts';
import { standingMachine } from '../../src/machines/core/standingMachine.ts';
import { toastsMachine } from '../../src/machines/core/toastsMachine.ts';
import { createReceiptMachine } from '../../src/machines/money/confirmations.ts';
import {
  exchangeHindrance,
  exchangeMachine,
  exchangeReviewMachine,
  exchangeSubmissionMachine,
} from '../../src/machines/money/exchangeMachine.ts';
import { tabLockMachine } from '../../src/machines/money/tabLockMachine.ts';
import { emptyWallet, fullWallet } from '../screens/figures.ts';
import { manualCall, settled } from '../support/actors.ts';
import {
  exchangeExploration,
  exchangeReviewExploration,
  key,
  quietExchange,
  quietExchangeReview,
} from '../support/exchangeFlow.ts';
import { exchangeDone, exchangeQuote, placeOf, recordReader } from '../support/moneyFlow.ts';
import { everyStep, expectSound, explore } from '../support/paths.ts';

const filled = { from: 'ZST', to: 'USDT', side: 'pay', amount: '10' } as const;

describe('whatever happens', () => {
  const paths = explore(quietExchange, exchangeExploration());
  const reviews = [null, exchangeQuote('first')].flatMap((quote) =>
    explore(quietExchangeReview, exchangeReviewExploration(quote)),
  );

  test('there is much to see', () => {
    expect(paths.length).toBeGreaterThan(50);
    expect(reviews.length).toBeGreaterThan(50);
  });

  test('every state is reached and can be left, and no call is waited for without end', () => {
    expectSound(quietExchange, exchangeExploration());
  });

  test('money is locked exactly while it may be moving', () => {
    for (const { snapshot, events } of paths) {
      expect(snapshot.hasTag('locked'), events.join(' → ')).toBe(snapshot.matches('submitting'));
    }
  });

  test('nothing is agreed to but what stands in a review, as it stands there', () => {
    for (const { snapshot, events } of reviews) {
      const { quote, agreed } = snapshot.context;
      const path = events.join(' → ');
      const canAgree = snapshot.can({ type: 'quote.accepted' });
      expect(canAgree, path).toBe(snapshot.matches({ reviewing: 'offered' }));
      if (canAgree) expect(quote?.receive, path).toBe(agreed?.receive);
      if (snapshot.status === 'done')
        expect([events.at(-1), snapshot.output.quote]).toEqual(['quote.accepted', quote]);
    }
  });

  test('nothing is sent but what was agreed to, and with a key', () => {
    for (const { snapshot, events } of paths) {
      const { quote, key } = snapshot.context;
      const path = events.join(' → ');
      // What was refused for want of a proof goes on with the same key.
      const isSent = ['submitting', 'proving', 'settled'].some((state) => snapshot.value === state);
      // What another tab goes on with is read from its record.
      if (!snapshot.matches('openElsewhere')) expect(key !== null, path).toBe(isSent);
      if (snapshot.matches('submitting')) expect(quote, path).toEqual(exchangeQuote('agreed'));
    }
  });

  test('a review can be left for the draft at any time', () => {
    for (const { snapshot, events } of paths) {
      const canLeave = snapshot.can({ type: 'draft.resumed' });
      if (snapshot.matches('reviewing')) expect(canLeave, events.join(' → ')).toBe(true);
    }
  });

  test('only a draft, and what may turn out to be one, takes what is typed', () => {
    for (const { snapshot, events } of paths) {
      // While the first quote is awaited, the form is still there.
      const isUnquoted = snapshot.matches('reviewing') && snapshot.context.quote === null;
      const isDraft = snapshot.matches('drafting') || snapshot.matches('claiming') || isUnquoted;
      const path = events.join(' → ');
      expect(snapshot.can({ type: 'fields.changed', values: { to: 'STO' } }), path).toBe(isDraft);
    }
  });

  test('money is sent when a review was agreed to, and once more when a proof was got', () => {
    const ways = everyStep(quietExchange, exchangeExploration()).flatMap(({ from, event, to }) => {
      if (!to.matches('submitting') || from.matches('submitting')) return [];
      if (from.matches('proving'))
        expect(to.context).toMatchObject({ quote: from.context.quote, key: from.context.key });
      else expect(to.context.quote).toBe(event.output.quote);
      return [JSON.stringify([from.value, event.type])];
    });
    expect([...new Set(ways)].sort()).toEqual([
      '["proving","xstate.done.actor.stepUp"]',
      '["reviewing","xstate.done.actor.quoteReview"]',
    ]);
  });

  test('what comes back from a reload while it was sent is asked about, and nothing else', () => {
    const record = { step: 'sent', values: filled, key: key(1), quote: exchangeQuote('first') } as const;
    const sent = explore(quietExchange, exchangeExploration(record)).filter(
      ({ events }) => events.length <= 1,
    );
    expect(sent.some(({ snapshot }) => snapshot.matches('submitting'))).toBe(true);
    for (const { snapshot } of sent) {
      expect(
        snapshot.matches('claiming') || snapshot.matches('submitting') || snapshot.matches('openElsewhere'),
      ).toBe(true);
    }
  });
});

/** What a person does in their browser with the exchange, on a clock of its own; every call is answered by hand. */
function start(
  record: SavedFlow | null = null,
  prefill: Record<string, string> = {},
  isHeld = true,
  standing = createActor(standingMachine, { input: { isFrozen: false } }).start(),
) {
  const clock = new SimulatedClock();
  const told: AnyEventObject[] = [];
  const kept: (SavedFlow | null)[] = [];
  const claims: { takesOver: boolean; tell: (type: string) => void }[] = [];
  const quote = manualCall<ExchangeQuote, { readonly request: ExchangeQuoteRequest }>();
  const pay = manualCall<Exchange, { readonly request: ExchangeQuote; readonly key: string }>();
  const operation = manualCall<Operation, { readonly key: string }>();
  const free = manualCall<void, void>();
  const receipt = manualCall<Loaded<Exchange>, ReadRequest>();
  let keys = 0;
  const machine = exchangeMachine.provide({
    actors: {
      tabLock: tabLockMachine.provide({
        actors: {
          claimTabLock: fromCallback<AnyEventObject, { readonly takesOver: boolean }>(
            ({ input, sendBack }) => {
              claims.push({ takesOver: input.takesOver, tell: (type) => sendBack({ type }) });
            },
          ),
          readRecord: recordReader(() => (kept.length > 0 ? (kept.at(-1) ?? null) : record)),
          untilFree: free.logic,
        },
      }),
      quoteReview: exchangeReviewMachine.provide({ actors: { requestQuote: quote.logic } }),
      submission: exchangeSubmissionMachine.provide({
        actors: { send: pay.logic, readOperation: operation.logic },
      }),
      receipt: createReceiptMachine<Exchange>('exchange').provide({
        actors: { load: receipt.logic },
      }),
    },
    actions: { keepRecord: (_, params) => kept.push(params.record) },
  });
  const toasts = createActor(toastsMachine, { clock, input: { now: () => clock.now() } }).start();
  const parent = createActor(
    setup({ actors: { machine } }).createMachine({
      invoke: {
        id: 'flow',
        src: 'machine',
        input: {
          now: () => clock.now(),
          makeKey: () => key(++keys),
          toasts,
          standing,
          prefill,
        },
      },
      on: { '*': { actions: ({ event }) => told.push(event) } },
    }),
    { clock },
  ).start();
  const actor = parent.getSnapshot().children.flow as AnyActorRef as ReturnType<
    typeof createActor<typeof exchangeMachine>
  >;
  const arrives = async (what: () => void) => {
    what();
    await settled();
  };
  const it = {
    actor,
    clock,
    told,
    kept,
    claims,
    standing,
    quote,
    pay,
    receipt,
    operation,
    free,
    send: actor.send.bind(actor),
    state: () => actor.getSnapshot(),
    review: () => actor.getSnapshot().children.quoteReview?.getSnapshot(),
    submission: () => actor.getSnapshot().children.submission,
    at: () => placeOf(actor.getSnapshot()),
    toasts: () => toasts.getSnapshot().context.toasts.map((toast) => toast.key),
    hold: () => claims.at(-1)?.tell('tabLock.held'),
    lose: () => claims.at(-1)?.tell('tabLock.lost'),
    quoted: (answer: ExchangeQuote) => arrives(() => quote.last().answer(answer)),
    quoteFails: (...why: Parameters<ReturnType<typeof quote.last>['fail']>) =>
      arrives(() => quote.last().fail(...why)),
    paid: () => arrives(() => pay.last().answer(exchangeDone)),
    payFails: (...why: Parameters<ReturnType<typeof pay.last>['fail']>) =>
      arrives(() => pay.last().fail(...why)),
    known: (answer: Operation) => arrives(() => operation.last().answer(answer)),
    unknown: (...why: Parameters<ReturnType<typeof operation.last>['fail']>) =>
      arrives(() => operation.last().fail(...why)),
  };
  if (isHeld) it.hold();
  return it;
}

/** As far as the review of 10 ZST. */
async function reviewed() {
  const it = start();
  it.send({ type: 'fields.changed', values: filled });
  it.send({ type: 'quote.requested' });
  await it.quoted(exchangeQuote('first'));
  return it;
}

async function sent() {
  const it = await reviewed();
  it.send({ type: 'quote.accepted' });
  return it;
}

const running: Operation = { status: 'running', result: null, problem: null };

test('drafted, quoted, reviewed, sent once, settled: what was reviewed is what is sent', async () => {
  const it = await sent();
  expect(it.quote.last().input).toEqual({ request: { from: 'ZST', to: 'USDT', pay: '10' } });
  expect(it.pay.calls.map(({ input }) => input)).toEqual([{ request: exchangeQuote('first'), key: key(1) }]);
  await it.paid();
  expect(it.at()).toBe('"settled"');
  expect(it.state().context.result).toEqual(exchangeDone);
  expect(it.toasts()).toEqual(['exchangeCompleted']);
  expect(it.told).toEqual([
    { type: 'lock.changed', flow: 'exchange', isLocked: true },
    { type: 'lock.changed', flow: 'exchange', isLocked: false },
    { type: 'money.moved' },
  ]);
  expect(it.kept.at(-1)).toBeNull();
});

test('pressed twice, or held down, it is sent once', async () => {
  const it = await reviewed();
  for (let times = 0; times < 30; times += 1) it.send({ type: 'quote.accepted' });
  expect(it.pay.calls).toHaveLength(1);
});

describe('a form', () => {
  test('that is wrong asks for no quote, and is judged with each character from then on', () => {
    const it = start();
    it.send({ type: 'quote.requested' });
    expect([it.at(), it.quote.calls.length, it.state().context.errors]).toEqual([
      '{"drafting":"correcting"}',
      0,
      { amount: 'required' },
    ]);
    it.send({ type: 'fields.changed', values: { amount: '?20.500' } });
    expect(it.state().context.errors).toEqual({ amount: 'ambiguous' });
    it.send({ type: 'fields.changed', values: { amount: '1000.5' } });
    expect(it.state().context.errors).toEqual({});
    it.send({ type: 'balances.known', tokens: fullWallet.tokens });
    it.send({ type: 'fields.changed', values: { amount: '1200.000000000000000001' } });
    expect(it.state().context.errors).toEqual({ amount: 'insufficient' });
  });

  test('that the provider refuses says so at the field, by the form’s name of it, until it is changed', async () => {
    const it = start();
    it.send({ type: 'fields.changed', values: filled });
    it.send({ type: 'quote.requested' });
    await it.quoteFails('AMOUNT_TOO_SMALL', { fields: { pay: 'too_small' } });
    expect(it.state().context.errors).toEqual({ amount: 'too_small' });
    expect(it.state().context.failure).toBeNull();
    it.send({ type: 'fields.changed', values: { amount: '11' } });
    expect(it.state().context.errors).toEqual({});
  });

  test.each([
    ['another token to pay with', { from: 'STO' }],
    ['another token to receive', { to: 'STO' }],
    ['the amount of the other side', { side: 'receive' }],
  ] as const)('that the provider refuses is no longer refused for %s', async (_, values) => {
    const it = start();
    it.send({ type: 'fields.changed', values: filled });
    it.send({ type: 'quote.requested' });
    const bound = { amount: '20', token: 'ZST' };
    await it.quoteFails('AMOUNT_TOO_SMALL', { fields: { pay: 'too_small' }, bound });
    it.send({ type: 'fields.changed', values: filled });
    expect(it.state().context).toMatchObject({ errors: { amount: 'too_small' }, bound });
    it.send({ type: 'fields.changed', values });
    expect([it.state().context.errors, it.state().context.bound]).toEqual([{}, null]);
  });

  test('that was refused for the balance is no longer refused once enough has come', async () => {
    const it = start();
    const holding = (available: string) =>
      it.send({
        type: 'balances.known',
        tokens: fullWallet.tokens.map((token) => ({ ...token, available })),
      });
    holding('100');
    it.send({ type: 'fields.changed', values: filled });
    it.send({ type: 'quote.requested' });
    const bound = { amount: '4', token: 'ZST' };
    await it.quoteFails('INSUFFICIENT_BALANCE', { requestId: 'r', fields: { pay: 'insufficient' }, bound });
    // What was known before says nothing of what is there now.
    it.send({ type: 'balances.known', tokens: it.state().context.tokens });
    expect(it.state().context).toMatchObject({ errors: { amount: 'insufficient' }, bound });
    holding('9.9');
    expect(it.state().context).toMatchObject({ errors: { amount: 'insufficient' }, bound });
    holding('10');
    const { errors, refused, bound: named } = it.state().context;
    expect([errors, refused, named]).toEqual([{}, {}, null]);
  });

  test('whose quote does not come can be taken back after a while, and nothing is lost', () => {
    const it = start();
    it.send({ type: 'fields.changed', values: filled });
    it.send({ type: 'quote.requested' });
    it.clock.increment(9_999);
    expect(it.review()?.hasTag('slow')).toBe(false);
    it.clock.increment(1);
    expect(it.review()?.hasTag('slow')).toBe(true);
    it.send({ type: 'draft.resumed' });
    expect(it.quote.last().signal.aborted).toBe(true);
    expect(it.state().context.values).toEqual(filled);
  });

  test('follows another address, but not the same one again', () => {
    const it = start(null, { from: 'ZST', to: 'USDT' });
    it.send({ type: 'fields.changed', values: { amount: '7' } });
    it.send({ type: 'address.shown', prefill: { from: 'ZST', to: 'USDT' } });
    expect(it.state().context.values.amount).toBe('7');
    it.send({ type: 'address.shown', prefill: { from: 'STO', to: 'USDT' } });
    expect(it.state().context.values).toEqual({ from: 'STO', to: 'USDT', side: 'pay', amount: '' });
  });
});

describe('a quote that gets old', () => {
  test('is renewed at its end and not before; as good as it was, it is offered as it stands', async () => {
    const it = await reviewed();
    it.clock.increment(59_999);
    expect(it.at()).toBe('{"reviewing":{"reviewing":"offered"}}');
    it.clock.increment(1);
    expect(it.at()).toBe('{"reviewing":{"quoting":"prompt"}}');
    expect(it.review()?.can({ type: 'quote.accepted' })).toBe(false);
    await it.quoted(exchangeQuote('second', 60_000));
    expect(it.at()).toBe('{"reviewing":{"reviewing":"offered"}}');
    it.send({ type: 'quote.accepted' });
    expect(it.pay.calls.map(({ input }) => [input.request.id, input.key])).toEqual([['second', key(1)]]);
  });

  test.each([
    ['less that arrives', { receive: '11.998799' }],
    ['more that leaves', { pay: '10.001000000000000001' }],
    ['a worse rate', { rate: '1.19987' }],
    ['a higher fee', { fee: { amount: '0.020003', token: 'ZST' } }],
    ['a fee in another token', { fee: { amount: '0.02', token: 'USDT' } }],
    ['more that arrives, for more that leaves', { pay: '20', receive: '24' }],
  ])('with %s is shown beside the one before, and not sent before somebody accepts it', async (_, change) => {
    const it = await reviewed();
    it.clock.increment(60_000);
    await it.quoted(exchangeQuote('other', 60_000, change));
    expect(it.at()).toBe('{"reviewing":{"reviewing":"changed"}}');
    it.send({ type: 'quote.accepted' });
    expect(it.pay.calls).toHaveLength(0);
    expect([it.review()?.context.agreed?.id, it.review()?.context.quote?.id]).toEqual(['first', 'other']);
    it.send({ type: 'change.accepted' });
    it.send({ type: 'quote.accepted' });
    expect(it.pay.calls.map(({ input }) => [input.request.id, input.key])).toEqual([['other', key(1)]]);
  });

  test.each([
    ['more that arrives', { receive: '12.1' }],
    ['less that leaves', { pay: '9.9' }],
    ['a better rate', { rate: '1.2000001' }],
    ['a lower fee', { fee: { amount: '0.01', token: 'ZST' } }],
    ['0.01 % less that arrives', { receive: '11.9988', rate: '1.19988' }],
    ['0.01 % more that leaves', { pay: '10.001', fee: { amount: '0.020002', token: 'ZST' } }],
  ])('with %s is offered unasked, and is what is sent', async (_, change) => {
    const it = await reviewed();
    it.clock.increment(60_000);
    await it.quoted(exchangeQuote('other', 60_000, change));
    expect(it.at()).toBe('{"reviewing":{"reviewing":"offered"}}');
    it.send({ type: 'quote.accepted' });
    expect(it.pay.calls.map(({ input }) => input.request.id)).toEqual(['other']);
  });

  test('is measured by the best that was agreed to, so that small losses do not add up unasked', async () => {
    const it = await reviewed();
    const next = async (id: string, receive: string) => {
      it.clock.increment(60_000);
      await it.quoted(exchangeQuote(id, it.clock.now(), { receive }));
      const { agreed, quote } = it.review()?.context ?? {};
      return [it.at(), agreed?.receive, quote?.receive];
    };
    const [offered, changed] = ['offered', 'changed'].map((at) => `{"reviewing":{"reviewing":"${at}"}}`);
    expect(await next('second', '11.999')).toEqual([offered, '12', '11.999']);
    expect(await next('third', '11.998')).toEqual([changed, '12', '11.998']);
    expect(await next('fourth', '11.999')).toEqual([offered, '12', '11.999']);
    expect(await next('fifth', '12.1')).toEqual([offered, '12.1', '12.1']);
    expect(await next('sixth', '12')).toEqual([changed, '12.1', '12']);
    it.send({ type: 'change.accepted' });
    it.send({ type: 'quote.accepted' });
    expect(it.pay.last().input).toMatchObject({ request: { id: 'sixth' }, key: key(1) });
  });

  test('that nobody accepted is not what a reload takes for accepted', async () => {
    const it = await reviewed();
    it.clock.increment(60_000);
    await it.quoted(exchangeQuote('other', 60_000, { receive: '11.9' }));
    expect(it.kept.at(-1)).toMatchObject({ step: 'reviewing', quote: { id: 'first' } });
    it.send({ type: 'change.accepted' });
    expect(it.kept.at(-1)).toMatchObject({ step: 'reviewing', quote: { id: 'other' } });
  });

  test('is renewed five times by itself, then a person is asked whether they are still there', async () => {
    const it = await reviewed();
    for (let times = 1; times <= 5; times += 1) {
      it.clock.increment(60_000);
      await it.quoted(exchangeQuote(`renewed ${times}`, times * 60_000));
    }
    it.clock.increment(60_000);
    expect([it.at(), it.quote.calls.length]).toEqual(['{"reviewing":"over"}', 6]);
    it.send({ type: 'quote.requested' });
    await it.quoted(exchangeQuote('asked', 360_000));
    expect(it.at()).toBe('{"reviewing":{"reviewing":"offered"}}');
  });

  test('is renewed although the balance has shrunk meanwhile, and the provider’s refusal is told', async () => {
    const it = await reviewed();
    it.send({
      type: 'balances.known',
      tokens: fullWallet.tokens.map((token) => ({ ...token, available: '0' })),
    });
    it.clock.increment(60_000);
    expect(it.quote.last().input).toEqual({ request: { from: 'ZST', to: 'USDT', pay: '10' } });
    const bound = { amount: '0', token: 'ZST' };
    await it.quoteFails('INSUFFICIENT_BALANCE', { requestId: 'r', fields: { pay: 'insufficient' }, bound });
    expect(it.at()).toBe('{"reviewing":"over"}');
    expect(it.state().context).toMatchObject({ failure: null, refused: { amount: 'insufficient' }, bound });
    it.send({ type: 'draft.resumed' });
    expect(it.state().context.values).toEqual(filled);
  });

  test('refused for its age when it was sent is renewed, and a reload then comes back to the review', async () => {
    const it = await sent();
    await it.payFails('QUOTE_EXPIRED', { requestId: 'r' });
    expect(it.at()).toBe('{"reviewing":{"quoting":"prompt"}}');
    expect(it.kept.at(-1)).toMatchObject({ step: 'reviewing', key: null });
    await it.quoted(exchangeQuote('second', 0, { receive: '11.8' }));
    expect([it.at(), it.review()?.context.agreed?.id]).toEqual([
      '{"reviewing":{"reviewing":"changed"}}',
      'first',
    ]);
    it.send({ type: 'change.accepted' });
    it.send({ type: 'quote.accepted' });
    expect(it.pay.calls.map(({ input }) => input.key)).toEqual([key(1), key(2)]);
  });
});

describe('an outcome that is not known', () => {
  test.each([
    ['a dead line', 'NETWORK', {}],
    ['a server in trouble', 'INTERNAL', { requestId: 'r' }],
    ['a server that is away', 'UNAVAILABLE', { requestId: 'r' }],
    ['a page of somebody on the way', 'FORBIDDEN', {}],
    ['an answer that cannot be read', 'INVALID_RESPONSE', {}],
    ['the same key, still running', 'IDEMPOTENCY_IN_FLIGHT', { requestId: 'r' }],
    ['the end of the session', 'UNAUTHENTICATED', { requestId: 'r' }],
  ] as const)('%s is asked about by the same key', async (_, code, more) => {
    const it = await sent();
    await it.payFails(code, more);
    expect(it.at()).toBe('{"submitting":"reconciling"}');
    expect(it.operation.last().input).toEqual({ key: key(1) });
    expect(it.kept.at(-1)).toMatchObject({ step: 'sent', key: key(1) });
  });

  test('no answer in fifteen seconds is one, and the late answer is not needed', async () => {
    const it = await sent();
    it.clock.increment(14_999);
    expect(it.at()).toBe('{"submitting":"sending"}');
    it.clock.increment(1);
    expect(it.at()).toBe('{"submitting":"reconciling"}');
    await it.known({ status: 'done', result: exchangeDone, problem: null });
    expect([it.at(), it.toasts()]).toEqual(['"settled"', ['exchangeCompleted']]);
  });

  test('is settled also when the lost answer cannot be read', async () => {
    const it = await sent();
    await it.payFails('INVALID_RESPONSE');
    await it.known({ status: 'done', result: { strange: true }, problem: null });
    expect([it.at(), it.state().context.result]).toEqual(['"settled"', null]);
  });

  test('that was a refusal is one, with the draft as it was', async () => {
    const it = await sent();
    await it.payFails('NETWORK');
    await it.known({
      status: 'refused',
      result: null,
      problem: { type: '', title: '', status: 422, code: 'INSUFFICIENT_BALANCE', request_id: 'r' },
    });
    expect([it.at(), it.toasts()]).toEqual(['"refused"', ['exchangeFailed']]);
    it.send({ type: 'draft.resumed' });
    expect([it.state().context.values, it.state().context.key]).toEqual([filled, null]);
  });

  test('that was refused for the age of its quote is quoted anew, and what has changed is asked', async () => {
    const it = await sent();
    await it.payFails('NETWORK');
    await it.known({
      status: 'refused',
      result: null,
      problem: { type: '', title: '', status: 409, code: 'QUOTE_EXPIRED', request_id: 'r' },
    });
    expect([it.at(), it.toasts()]).toEqual(['{"reviewing":{"quoting":"prompt"}}', []]);
    await it.quoted(exchangeQuote('second', 0, { receive: '11.8' }));
    expect([it.at(), it.state().context.key]).toEqual(['{"reviewing":{"reviewing":"changed"}}', null]);
  });

  test('that never arrived is sent again under the same key, as often as it takes', async () => {
    const it = await sent();
    for (const _ of [1, 2]) {
      await it.payFails('NETWORK');
      it.submission()?.send({ type: 'payment.repeated' });
      expect(it.at()).toBe('{"submitting":"reconciling"}');
      await it.unknown('NOT_FOUND', { requestId: 'r' });
      it.submission()?.send({ type: 'payment.repeated' });
      await settled();
    }
    expect(it.pay.calls.map(({ input }) => [input.request.id, input.key])).toEqual([
      ['first', key(1)],
      ['first', key(1)],
      ['first', key(1)],
    ]);
    await it.paid();
    expect(it.toasts()).toEqual(['exchangeCompleted']);
  });

  test('that has not arrived until its quote is over returns to the draft, and says so', async () => {
    const it = await sent();
    await it.payFails('NETWORK');
    await it.unknown('NOT_FOUND', { requestId: 'r' });
    it.clock.increment(62_000);
    await it.unknown('NOT_FOUND', { requestId: 'r' });
    expect(it.at()).toBe('{"drafting":"returned"}');
    expect(it.kept.at(-1)).toEqual({ step: 'drafting', values: filled, key: null, quote: null });
  });

  test('is asked about without a pause when somebody wants to know', async () => {
    const it = await sent();
    await it.payFails('NETWORK');
    await it.known(running);
    it.submission()?.send({ type: 'answer.requested' });
    expect(it.operation.calls).toHaveLength(2);
  });
});

describe('a refusal', () => {
  test('of the provider itself ends it, and the draft is as it was', async () => {
    const it = await sent();
    await it.payFails('INSUFFICIENT_BALANCE', { requestId: 'r', fields: { amount: 'insufficient' } });
    expect([it.at(), it.toasts()]).toEqual(['"refused"', ['exchangeFailed']]);
    expect(it.kept.at(-1)).toEqual({ step: 'drafting', values: filled, key: null, quote: null });
    it.send({ type: 'draft.resumed' });
    expect([it.at(), it.state().context.values]).toEqual(['{"drafting":"correcting"}', filled]);
  });
});

describe('a receipt', () => {
  const pending: Exchange = { ...exchangeDone, status: 'pending', completed_at: null };

  test('of what may still change is read when money has moved, also while it is being read', async () => {
    const it = await sent();
    it.pay.last().answer(pending);
    await settled();
    expect(it.receipt.calls.map(({ input }) => input)).toEqual([{ key: pending.id, fresh: false }]);
    it.send({ type: 'balances.changed' });
    it.receipt.last().answer({ data: pending, loadedAt: 0 });
    await settled();
    expect([it.receipt.calls.length, it.receipt.last().input.fresh]).toEqual([2, true]);
    it.receipt.last().answer({ data: exchangeDone, loadedAt: 0 });
    await settled();
    expect([it.at(), it.state().context.result?.status]).toEqual(['"settled"', 'completed']);
  });

  test('counts its confirmations as they are told, without a read', async () => {
    const it = await sent();
    it.pay.last().answer(pending);
    await settled();
    it.receipt.last().answer({ data: pending, loadedAt: 0 });
    await settled();
    const counted = { type: 'confirmations.arrived', seen: 4, needed: 12 } as const;
    it.send({ ...counted, id: 'another' });
    expect(it.state().context.result).not.toHaveProperty('confirmations');
    it.send({ ...counted, id: pending.id });
    expect(it.state().context.result).toEqual({ ...pending, confirmations: { seen: 4, needed: 12 } });
    expect(it.receipt.calls).toHaveLength(1);
  });

  test('of what is over asks nobody', async () => {
    const it = await sent();
    await it.paid();
    it.send({ type: 'balances.changed' });
    expect(it.receipt.calls).toHaveLength(0);
  });
});

test('a person who visited another page returns to its outcome; another address starts again', async () => {
  const it = await sent();
  await it.paid();
  it.send({ type: 'address.shown', prefill: {} });
  expect(it.at()).toBe('"settled"');
  it.send({ type: 'address.shown', prefill: { from: 'STO' } });
  expect([it.at(), it.state().context.values]).toEqual([
    '{"drafting":"filling"}',
    { from: 'STO', to: 'USDT', side: 'pay', amount: '' },
  ]);
  expect([it.state().context.key, it.state().context.result]).toEqual([null, null]);
});

describe('after a reload', () => {
  test('what an address has filled in is there, because the address has lost the amount by then', async () => {
    const asked = { from: 'STO', to: 'USDT', side: 'pay', amount: '5' } as const;
    const draft = { step: 'drafting', values: asked, key: null, quote: null } as const;
    expect(start(null, asked).kept.at(-1)).toEqual(draft);
    expect(start(null, { from: 'STO', to: 'USDT' }).kept).toEqual([]);
    const it = await sent();
    await it.paid();
    it.send({ type: 'address.shown', prefill: asked });
    expect(it.kept.at(-1)).toEqual(draft);
  });

  test('a draft stands as it was typed', () => {
    const it = start({ step: 'drafting', values: { ...filled, forged: 'x' }, key: null, quote: null });
    expect([it.at(), it.state().context.values]).toEqual(['{"drafting":"filling"}', filled]);
  });

  test('a review is quoted anew before anybody can agree, and another quote is asked about', async () => {
    const it = start({ step: 'reviewing', values: filled, key: null, quote: exchangeQuote('first') });
    expect([it.at(), it.quote.calls.length]).toEqual(['{"reviewing":{"quoting":"prompt"}}', 1]);
    await it.quoted(exchangeQuote('second', 0, { pay: '10.1' }));
    expect(it.at()).toBe('{"reviewing":{"reviewing":"changed"}}');
  });

  test('a payment that was sent is asked about by its key', async () => {
    const it = start({ step: 'sent', values: filled, key: key(7), quote: exchangeQuote('first') });
    expect([it.at(), it.operation.last().input]).toEqual(['{"submitting":"reconciling"}', { key: key(7) }]);
    await it.unknown('NOT_FOUND', { requestId: 'r' });
    it.submission()?.send({ type: 'payment.repeated' });
    await settled();
    expect(it.pay.last().input).toEqual({ request: exchangeQuote('first'), key: key(7) });
  });

  test.each([
    ['for a minute where nothing says until when it may arrive', undefined, 62_000],
    ['until what its record says', 90_000, 92_000],
  ])('a payment whose quote cannot be read is asked about by its key %s', async (_, until, end) => {
    const it = start({ step: 'sent', values: filled, key: key(7), quote: { id: 5 }, until });
    await it.unknown('NOT_FOUND', { requestId: 'r' });
    expect([it.submission()?.getSnapshot().hasTag('absent'), it.kept.at(-1)?.until]).toEqual([
      true,
      end - 2_000,
    ]);
    expect(it.submission()?.getSnapshot().can({ type: 'payment.repeated' })).toBe(false);
    it.clock.increment(end - 1);
    expect([it.at(), it.operation.calls.length]).toEqual(['{"submitting":"reconciling"}', 1]);
    it.clock.increment(1);
    await it.unknown('NOT_FOUND', { requestId: 'r' });
    expect(it.at()).toBe('{"drafting":"returned"}');
  });

  test('a payment that the server may have forgotten leaves an empty form, and nothing is said of it', async () => {
    const quote = exchangeQuote('first', -90 * 86_400_000);
    const it = start({ step: 'sent', values: filled, key: key(7), quote });
    expect(it.operation.last().input).toEqual({ key: key(7) });
    await it.unknown('NOT_FOUND', { requestId: 'r' });
    expect([it.at(), it.toasts(), it.kept.at(-1)]).toEqual(['{"drafting":"filling"}', [], null]);
    expect(it.state().context).toMatchObject({ key: null, quote: null, values: { amount: '' } });
  });

  test('what cannot be read any more and waits for a proof is refused: nothing can be sent again', async () => {
    const it = start({ step: 'sent', values: filled, key: key(7), quote: { id: 5 } });
    await it.known({
      status: 'refused',
      result: null,
      problem: { type: '', title: '', status: 403, code: 'STEP_UP_REQUIRED', request_id: 'r' },
    });
    expect(it.at()).toBe('"refused"');
  });

  test.each([
    ['a review without its quote', { step: 'reviewing', values: filled, key: null, quote: { id: 5 } }],
    [
      'a review of what the form would not allow',
      { step: 'reviewing', values: { ...filled, amount: 'many' }, key: null, quote: exchangeQuote('first') },
    ],
  ] as const)('%s is a draft again', (_, record) => {
    const it = start(record);
    expect([it.at(), it.quote.calls.length]).toEqual(['{"drafting":"filling"}', 0]);
    expect([it.state().context.quote, it.state().context.key]).toEqual([null, null]);
  });
});

describe('an address that asks for something else than was begun', () => {
  const other = { from: 'STO', to: 'USDT' };
  const fresh = { from: 'STO', to: 'USDT', side: 'pay', amount: '' };
  const typed = { values: filled, quote: null };

  test.each([
    ['drafted', null, '{"drafting":"filling"}'],
    ['reviewed', exchangeQuote('first'), '{"reviewing":{"quoting":"prompt"}}'],
  ] as const)(
    'begins fresh after a reload; what was %s is offered and goes on where it was',
    (_, quote, at) => {
      const step = quote === null ? 'drafting' : 'reviewing';
      const it = start({ step, values: filled, key: null, quote }, other);
      expect([it.at(), it.quote.calls.length, it.state().context.values]).toEqual([
        '{"drafting":"filling"}',
        0,
        fresh,
      ]);
      const draft = { values: filled, quote };
      expect(it.state().context.aside).toEqual([draft]);
      expect(it.kept.at(-1)).toEqual({
        step: 'drafting',
        values: fresh,
        key: null,
        quote: null,
        aside: [draft],
      });
      it.send({ type: 'draft.continued', draft });
      expect([it.at(), it.state().context.values, it.state().context.aside]).toEqual([at, filled, []]);
      expect(it.kept.at(-1)).toMatchObject({ step, values: filled });
      expect(it.kept.at(-1)).not.toHaveProperty('aside');
    },
  );

  test.each([
    [
      'a form',
      async () => {
        const it = start();
        it.send({ type: 'fields.changed', values: filled });
        return it;
      },
      null,
    ],
    ['a review', reviewed, 'first'],
    [
      'a review whose quote is renewed',
      async () => {
        const it = await reviewed();
        it.clock.increment(60_000);
        return it;
      },
      'first',
    ],
    [
      'a review with a quote that nobody has accepted',
      async () => {
        const it = await reviewed();
        it.clock.increment(60_000);
        await it.quoted(exchangeQuote('other', 60_000, { receive: '11' }));
        return it;
      },
      'first',
    ],
    [
      'a review whose quote is over',
      async () => {
        const it = await reviewed();
        it.clock.increment(60_000);
        await it.quoteFails('NETWORK');
        return it;
      },
      'first',
    ],
    [
      'a quote that is awaited',
      async () => {
        const it = start();
        it.send({ type: 'fields.changed', values: filled });
        it.send({ type: 'quote.requested' });
        return it;
      },
      null,
    ],
    [
      'a refusal',
      async () => {
        const it = await sent();
        await it.payFails('INSUFFICIENT_BALANCE', { requestId: 'r' });
        return it;
      },
      null,
    ],
  ] as const)('puts %s aside, and the same address again leaves what is there', async (_, begin, quoteId) => {
    const it = await begin();
    it.send({ type: 'address.shown', prefill: {} });
    expect(it.state().context.values).toEqual(filled);
    it.send({ type: 'address.shown', prefill: other });
    expect([it.at(), it.state().context.values]).toEqual(['{"drafting":"filling"}', fresh]);
    const [draft] = it.state().context.aside;
    expect(draft).toMatchObject({ values: filled, quote: quoteId === null ? null : { id: quoteId } });
    expect(it.kept.at(-1)).toMatchObject({ step: 'drafting', values: fresh, aside: [{ values: filled }] });
    it.send({ type: 'fields.changed', values: { amount: '3' } });
    it.send({ type: 'address.shown', prefill: other });
    expect(it.state().context.values.amount).toBe('3');
  });

  test('trades what was typed meanwhile for the draft that is continued', () => {
    const it = start({ step: 'drafting', values: filled, key: null, quote: null }, other);
    it.send({ type: 'fields.changed', values: { amount: '3' } });
    it.send({ type: 'draft.continued', draft: typed });
    expect([it.state().context.values, it.state().context.aside]).toEqual([
      filled,
      [{ values: { ...fresh, amount: '3' }, quote: null }],
    ]);
  });

  test('loses none of several drafts; the same one is not kept twice', () => {
    const it = start();
    for (const [from, amount] of [
      ['ZST', '1'],
      ['STO', '2'],
      ['ZST', '1'],
      ['STO', '2'],
    ] as const) {
      it.send({ type: 'address.shown', prefill: { from, to: 'USDT' } });
      it.send({ type: 'fields.changed', values: { amount } });
    }
    it.send({ type: 'address.shown', prefill: { from: 'USDT', to: 'ZST' } });
    expect(it.state().context.aside.map(({ values }) => values.amount)).toEqual(['2', '1']);
  });

  test('does without a draft only when somebody drops it, and once however often that is pressed', () => {
    const it = start({ step: 'drafting', values: filled, key: null, quote: null }, other);
    it.send({ type: 'fields.changed', values: { amount: '3' } });
    it.send({ type: 'address.shown', prefill: { from: 'ZST', to: 'STO' } });
    const [, first] = it.state().context.aside;
    if (!first) throw new Error('there is no such draft');
    it.send({ type: 'draft.dropped', draft: first });
    it.send({ type: 'draft.dropped', draft: first });
    expect(it.state().context.aside.map(({ values }) => values.amount)).toEqual(['3']);
    expect(it.kept.at(-1)?.aside).toHaveLength(1);
  });

  test('keeps the drafts when another payment is finished', async () => {
    const it = start({ step: 'drafting', values: filled, key: null, quote: null }, other);
    it.send({ type: 'fields.changed', values: { amount: '3' } });
    it.send({ type: 'quote.requested' });
    await it.quoted(exchangeQuote('first', 0, { from: 'STO' }));
    it.send({ type: 'quote.accepted' });
    expect(it.kept.at(-1)).toMatchObject({ step: 'sent', aside: [typed] });
    await it.paid();
    expect(it.kept.at(-1)).toMatchObject({ step: 'drafting', values: { amount: '' }, aside: [typed] });
    it.send({ type: 'flow.restarted' });
    expect(it.state().context.aside).toEqual([typed]);
  });

  test('waits for a payment that was sent: its outcome is shown first, then the form that was asked for', async () => {
    const record = { step: 'sent', values: filled, key: key(7), quote: exchangeQuote('first') } as const;
    const it = start(record, other);
    expect([it.at(), it.state().context.values, it.state().context.prefill]).toEqual([
      '{"submitting":"reconciling"}',
      filled,
      other,
    ]);
    await it.known({ status: 'done', result: exchangeDone, problem: null });
    expect(it.at()).toBe('"settled"');
    it.send({ type: 'flow.restarted' });
    expect([it.state().context.values, it.state().context.aside]).toEqual([fresh, []]);
  });

  test.each([
    ['is sent', sent],
    [
      'has no answer',
      async () => {
        const it = await sent();
        await it.payFails('NETWORK');
        return it;
      },
    ],
  ] as const)('never puts a payment aside that %s', async (_, begin) => {
    const it = await begin();
    const at = it.at();
    it.send({ type: 'address.shown', prefill: other });
    expect([it.at(), it.state().context.prefill, it.state().context.values]).toEqual([at, other, filled]);
  });

  test('holds for the tab that goes on, also when it was shown while another tab did', () => {
    const it = start({ step: 'drafting', values: filled, key: null, quote: null });
    it.lose();
    it.send({ type: 'address.shown', prefill: other });
    it.send({ type: 'takeover.requested' });
    it.hold();
    expect([it.state().context.values, it.state().context.aside]).toEqual([fresh, [typed]]);
  });

  test('is none when it asks for what was begun', () => {
    const it = start(
      { step: 'reviewing', values: filled, key: null, quote: exchangeQuote('first') },
      { from: 'ZST', to: 'USDT' },
    );
    expect([it.at(), it.state().context.aside]).toEqual(['{"reviewing":{"quoting":"prompt"}}', []]);
  });
});

describe('what keeps a person from moving money', () => {
  const offline = { type: 'connection.changed', isOffline: true } as const;
  const online = { type: 'connection.changed', isOffline: false } as const;
  const frozen = { type: 'account.told', isFrozen: true, at: 0 } as const;
  const released = { type: 'account.told', isFrozen: false, at: 0 } as const;

  test.each([
    ['offline', offline, online],
    ['frozen', frozen, released],
  ] as const)(
    '%s: no quote is asked for and nothing is sent, until that is over',
    async (reason, begins, ends) => {
      const it = start();
      it.send({ type: 'fields.changed', values: filled });
      it.standing.send(begins);
      it.send({ type: 'quote.requested' });
      expect([it.at(), it.quote.calls.length]).toEqual(['{"drafting":"filling"}', 0]);
      expect(exchangeHindrance(it.state())).toBe(reason);
      it.standing.send(ends);
      it.send({ type: 'quote.requested' });
      await it.quoted(exchangeQuote('first'));
      it.standing.send(begins);
      expect(it.state().can({ type: 'quote.accepted' })).toBe(false);
      it.send({ type: 'quote.accepted' });
      expect([it.at(), it.pay.calls.length]).toEqual(['{"reviewing":{"reviewing":"offered"}}', 0]);
      it.standing.send(ends);
      it.send({ type: 'quote.accepted' });
      expect(it.pay.calls).toHaveLength(1);
    },
  );

  test.each([
    { reason: 'frozen', isFrozen: true, isOffline: false },
    { reason: 'offline', isFrozen: false, isOffline: true },
  ])('holds from the start for whoever comes $reason', ({ reason, isFrozen, isOffline }) => {
    const standing = createActor(standingMachine, { input: { isFrozen } }).start();
    standing.send({ type: 'connection.changed', isOffline });
    const it = start(null, {}, true, standing);
    it.send({ type: 'fields.changed', values: filled });
    it.send({ type: 'quote.requested' });
    expect([exchangeHindrance(it.state()), it.quote.calls.length]).toEqual([reason, 0]);
  });

  test('holds for whoever goes on in this tab after another one had it', () => {
    const it = start();
    it.standing.send(frozen);
    it.standing.send(offline);
    it.lose();
    it.send({ type: 'takeover.requested' });
    it.hold();
    expect(exchangeHindrance(it.state())).toBe('frozen');
  });

  test('a quote that runs out offline has not failed, and is renewed when somebody asks for that online', async () => {
    const it = await reviewed();
    it.standing.send(offline);
    it.clock.increment(60_000);
    it.send({ type: 'quote.requested' });
    expect([it.at(), it.quote.calls.length, it.state().context.failure]).toEqual([
      '{"reviewing":"over"}',
      1,
      null,
    ]);
    it.standing.send(online);
    it.send({ type: 'quote.requested' });
    expect([it.at(), it.quote.calls.length]).toEqual(['{"reviewing":{"quoting":"prompt"}}', 2]);
  });

  test('offline after it was sent, nothing is sent again; back online it is asked about at once', async () => {
    const it = await sent();
    it.standing.send(offline);
    await it.payFails('NETWORK');
    await it.unknown('NETWORK');
    it.submission()?.send({ type: 'payment.repeated' });
    expect([it.at(), it.operation.calls.length, it.pay.calls.length]).toEqual([
      '{"submitting":"reconciling"}',
      1,
      1,
    ]);
    it.standing.send(online);
    expect(it.operation.calls).toHaveLength(2);
    await it.known({ status: 'done', result: exchangeDone, problem: null });
    expect(it.at()).toBe('"settled"');
  });
});

describe('in two tabs', () => {
  test('the second does nothing while the first goes on, and takes its turn when it is free', async () => {
    const it = start();
    it.claims.at(-1)?.tell('tabLock.taken');
    expect(it.at()).toBe('"openElsewhere"');
    it.free.last().answer();
    await settled();
    expect([it.at(), it.claims.map(({ takesOver }) => takesOver)]).toEqual([
      '"openElsewhere"',
      [false, false],
    ]);
  });

  test('it goes on with what another tab stored while this one waited', () => {
    const it = start({ step: 'drafting', values: filled, key: null, quote: null }, {}, false);
    it.claims.at(-1)?.tell('tabLock.taken');
    it.kept.push({ step: 'drafting', values: { ...filled, amount: '7' }, key: null, quote: null });
    it.send({ type: 'takeover.requested' });
    it.hold();
    expect(it.state().context.values).toEqual({ ...filled, amount: '7' });
  });

  test('it is taken over by whoever asks for that', () => {
    const it = start();
    it.claims.at(-1)?.tell('tabLock.taken');
    it.send({ type: 'takeover.requested' });
    expect(it.claims.map(({ takesOver }) => takesOver)).toEqual([false, true]);
    it.hold();
    expect(it.at()).toBe('{"drafting":"filling"}');
  });

  test.each([
    [
      'drafting',
      async () => {
        const it = start();
        it.send({ type: 'fields.changed', values: filled });
        return it;
      },
      '{"drafting":"filling"}',
    ],
    ['reviewing', reviewed, '{"reviewing":{"quoting":"prompt"}}'],
    ['sending', sent, '{"submitting":"reconciling"}'],
    [
      'reconciling',
      async () => {
        const it = await sent();
        await it.payFails('NETWORK');
        return it;
      },
      '{"submitting":"reconciling"}',
    ],
  ] as const)(
    'lost while %s, nothing goes on here; back again it stands at its step',
    async (_, begin, at) => {
      const it = await begin();
      const keyBefore = it.kept.at(-1)?.key;
      it.lose();
      expect([it.at(), it.state().hasTag('locked')]).toEqual(['"openElsewhere"', false]);
      it.send({ type: 'takeover.requested' });
      it.hold();
      expect(it.at()).toBe(at);
      expect(it.state().context.values).toEqual(filled);
      expect(it.state().context.key).toBe(keyBefore ?? null);
    },
  );

  test('what is typed before the tab is known to go on is kept, over a draft and never over a payment', () => {
    const it = start(
      { step: 'drafting', values: { ...filled, amount: '1' }, key: null, quote: null },
      {},
      false,
    );
    it.send({ type: 'fields.changed', values: { amount: '12' } });
    expect([it.at(), it.state().context.values.amount]).toEqual(['"claiming"', '12']);
    it.hold();
    expect([it.at(), it.state().context.values]).toEqual([
      '{"drafting":"filling"}',
      { ...filled, amount: '12' },
    ]);
    it.hold();
    expect(it.at()).toBe('{"drafting":"filling"}');
    expect(it.kept.at(-1)?.values).toEqual({ ...filled, amount: '12' });

    const sent = start(
      { step: 'sent', values: filled, key: key(7), quote: exchangeQuote('first') },
      {},
      false,
    );
    sent.send({ type: 'fields.changed', values: { amount: '9' } });
    sent.hold();
    expect([sent.at(), sent.state().context.values]).toEqual(['{"submitting":"reconciling"}', filled]);
  });

  test('a browser that never answers has no other tabs to speak of', () => {
    const it = start(null, {}, false);
    it.clock.increment(999);
    expect(it.at()).toBe('"claiming"');
    it.clock.increment(1);
    expect(it.at()).toBe('{"drafting":"filling"}');
  });
});

describe('nobody has chosen a token yet', () => {
  const having = (symbol: string) =>
    fullWallet.tokens.map((token) => ({ ...token, available: token.symbol === symbol ? '7' : '0' }));
  const onlyUsdt = having('USDT');
  const every = fullWallet.tokens.map((token) => ({ ...token, available: '7' }));
  const tokensOf = ({ state }: ReturnType<typeof start>) => [
    state().context.values.from,
    state().context.values.to,
  ];

  test.each([
    ['what one has', onlyUsdt, ['USDT', 'ZST']],
    ['another token that one has', having('STO'), ['STO', 'USDT']],
    ['the usual token, if one has it', every, ['ZST', 'USDT']],
    ['the usual token, if one has nothing', emptyWallet.tokens, ['ZST', 'USDT']],
  ])('the form begins with %s', (_, tokens, pair) => {
    const it = start();
    it.send({ type: 'balances.known', tokens });
    expect(tokensOf(it)).toEqual(pair);
  });

  test('also when the balances are known before this tab may go on, and for another exchange', async () => {
    const it = start(null, {}, false);
    it.send({ type: 'balances.known', tokens: onlyUsdt });
    it.hold();
    expect(tokensOf(it)).toEqual(['USDT', 'ZST']);
    it.send({ type: 'fields.changed', values: filled });
    it.send({ type: 'balances.known', tokens: null });
    it.send({ type: 'quote.requested' });
    await it.quoted(exchangeQuote('first'));
    it.send({ type: 'quote.accepted' });
    await it.paid();
    it.send({ type: 'balances.known', tokens: onlyUsdt });
    it.send({ type: 'flow.restarted' });
    expect(tokensOf(it)).toEqual(['USDT', 'ZST']);
  });

  test('what a person or an address chose stays', () => {
    const chosen = start();
    chosen.send({ type: 'balances.known', tokens: onlyUsdt });
    chosen.send({ type: 'fields.changed', values: { from: 'ZST', to: 'USDT' } });
    chosen.send({ type: 'balances.known', tokens: onlyUsdt });
    expect(tokensOf(chosen)).toEqual(['ZST', 'USDT']);
    const asked = start(null, { from: 'ZST', to: 'USDT' });
    asked.send({ type: 'balances.known', tokens: onlyUsdt });
    expect(tokensOf(asked)).toEqual(['ZST', 'USDT']);
    const typed = start({ step: 'drafting', values: { ...filled, from: 'STO' }, key: null, quote: null });
    typed.send({ type: 'balances.known', tokens: onlyUsdt });
    expect(tokensOf(typed)).toEqual(['STO', 'USDT']);
  });
});
