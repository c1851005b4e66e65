import { describe, expect, test } from 'vitest';
import { createActor, SimulatedClock } from 'xstate';
import type { PaymentQuoteRequest, Transaction, TransactionQuote } from '../../contract/transactions.ts';
import { toastsMachine } from '../../src/machines/core/toastsMachine.ts';
import {
  type PaymentValues,
  paymentHindrance,
  paymentMachine,
  paymentReviewMachine,
  paymentSubmissionMachine,
} from '../../src/machines/money/paymentMachine.ts';
import { fullWallet } from '../screens/figures.ts';
import { asChild, manualCall, settled } from '../support/actors.ts';
import { signedInInput } from '../support/areas.ts';
import {
  heldTabLock,
  lookAlike,
  lookAlikeAddress,
  outsideAddress,
  paymentDone,
  paymentQuote,
  placeOf,
} from '../support/moneyFlow.ts';
import { expectSound, explore } from '../support/paths.ts';
import { paymentExplorations, quietPayment, quietPaymentReview } from '../support/payment.ts';

const filled: PaymentValues = { token: 'USDT', amount: '10', most: '', to: outsideAddress };
const tokens = fullWallet.tokens.map((token) => ({ ...token, available: '100', minimum_withdrawal: '5' }));

function start() {
  const clock = new SimulatedClock();
  const quote = manualCall<TransactionQuote, { readonly request: PaymentQuoteRequest }>();
  const pay = manualCall<Transaction, { readonly request: TransactionQuote; readonly key: string }>();
  const machine = paymentMachine.provide({
    actors: {
      tabLock: heldTabLock,
      quoteReview: paymentReviewMachine.provide({ actors: { requestQuote: quote.logic } }),
      submission: paymentSubmissionMachine.provide({ actors: { send: pay.logic } }),
    },
    actions: { keepRecord: () => {} },
  });
  const toasts = createActor(toastsMachine, { clock, input: { now: () => clock.now() } }).start();
  const { child: actor } = asChild(
    machine,
    { ...signedInInput(() => clock.now(), toasts), prefill: {} },
    clock,
  );
  const quoted = async (answer: TransactionQuote) => {
    quote.last().answer(answer);
    await settled();
  };
  return {
    actor,
    clock,
    quote,
    pay,
    quoted,
    state: () => actor.getSnapshot(),
    at: () => placeOf(actor.getSnapshot()),
    toasts: () => toasts.getSnapshot().context.toasts.map(({ key }) => key),
    /** As far as the review. */
    review: async (answer: TransactionQuote, values: Partial<PaymentValues> = {}) => {
      actor.send({ type: 'fields.changed', values: { ...filled, ...values } });
      actor.send({ type: 'quote.requested' });
      await quoted(answer);
    },
  };
}

describe('whatever happens', () => {
  const { flow, review } = paymentExplorations();

  test('every state is reached and can be left, and no call is waited for without end', () => {
    expectSound(quietPayment, flow);
    expectSound(quietPaymentReview, review);
  });

  test('what is in warning is not agreed to before it has been looked into', () => {
    const paths = explore(quietPaymentReview, review);
    expect(paths.some(({ snapshot }) => snapshot.context.quote?.recipient.looks_like)).toBe(true);
    for (const { snapshot, events } of paths) {
      const { quote, acknowledged } = snapshot.context;
      const hasWarning = (quote?.recipient.looks_like ?? null) !== null && acknowledged === null;
      if (hasWarning) expect(snapshot.can({ type: 'quote.accepted' }), events.join(' → ')).toBe(false);
    }
  });
});

describe('a draft', () => {
  test.each([
    [{}, {}],
    [{ token: 'DOGE' }, { token: 'format' }],
    [{ amount: '' }, { amount: 'required' }],
    [{ amount: '0.00' }, { amount: 'too_small' }],
    [{ amount: '?20.500' }, { amount: 'ambiguous' }],
    [{ amount: '20,5' }, { amount: 'ambiguous' }],
    [{ amount: '-1' }, { amount: 'format' }],
    [{ amount: '0.0000001' }, { amount: 'too_many_decimals' }],
    [{ amount: '100.000001' }, { amount: 'insufficient' }],
    [{ amount: '100' }, {}],
    [{ amount: '100.000001', most: 'yes' }, {}],
    [{ to: '' }, { to: 'required' }],
    [{ to: '0x1234567' }, { to: 'too_short' }],
    [{ to: '0x12345678' }, { to: 'format' }],
    [{ to: `0x${'1'.repeat(253)}` }, { to: 'too_long' }],
    [{ to: outsideAddress.replace('fB', 'Fb') }, { to: 'checksum' }],
    [{ to: outsideAddress.toLowerCase() }, {}],
    [{ to: ` ${outsideAddress}\n` }, {}],
    [
      { token: 'DOGE', amount: 'x', to: 'y' },
      { token: 'format', amount: 'format', to: 'too_short' },
    ],
  ] as const)('%o has these mistakes: %o', (values, errors) => {
    const { actor, state } = start();
    actor.send({ type: 'balances.known', tokens });
    actor.send({ type: 'fields.changed', values: { ...filled, ...values } });
    actor.send({ type: 'quote.requested' });
    expect(state().context.errors).toEqual(errors);
    expect(state().matches('reviewing')).toBe(Object.keys(errors).length === 0);
  });

  test('may be below the minimum of its token, which holds for other recipients than accounts here', () => {
    const { actor, state } = start();
    actor.send({ type: 'balances.known', tokens });
    actor.send({ type: 'fields.changed', values: { ...filled, amount: '4.999999' } });
    actor.send({ type: 'quote.requested' });
    expect(state().context.errors).toEqual({});
  });

  test('asks with the exact amount and the address with its proof, and leaves it to the recipient what it is', async () => {
    const { quote, review } = start();
    await review(paymentQuote('q'), { amount: '10.50', to: ` ${outsideAddress.toLowerCase()} ` });
    expect(quote.last().input.request).toEqual({
      token: 'USDT',
      amount: '10.5',
      to: outsideAddress,
    });
  });

  test('of everything leaves it to the provider how much that is beside the fee', async () => {
    const { quote, review } = start();
    await review(paymentQuote('q'), { amount: '100', most: 'yes' });
    expect(quote.last().input.request).toMatchObject({ amount: 'max' });
  });
});

describe('an address that looks like a known one', () => {
  test('has to be compared before anything can be sent, and not again for the next quote', async () => {
    const it = start();
    await it.review(paymentQuote('first', 0, { recipient: lookAlike }));
    expect(it.at()).toBe('{"reviewing":{"reviewing":"warned"}}');
    it.actor.send({ type: 'quote.accepted' });
    expect(it.pay.calls).toHaveLength(0);
    it.actor.send({ type: 'warning.acknowledged' });
    expect(it.at()).toBe('{"reviewing":{"reviewing":"offered"}}');
    it.clock.increment(60_000);
    await it.quoted(paymentQuote('second', 60_000, { recipient: lookAlike }));
    expect(it.at()).toBe('{"reviewing":{"reviewing":"offered"}}');
    it.actor.send({ type: 'quote.accepted' });
    expect(it.pay.last().input.request.id).toBe('second');
  });

  test('another one has to be compared anew', async () => {
    const it = start();
    await it.review(paymentQuote('first', 0, { recipient: lookAlike }));
    it.actor.send({ type: 'warning.acknowledged' });
    it.actor.send({ type: 'draft.resumed' });
    await it.review(
      paymentQuote('second', 0, {
        to: lookAlikeAddress,
        recipient: { ...lookAlike, looks_like: outsideAddress },
      }),
    );
    expect(it.at()).toBe('{"reviewing":{"reviewing":"warned"}}');
  });

  test('is compared also after another quote was accepted', async () => {
    const it = start();
    await it.review(paymentQuote('first', 0, { recipient: lookAlike }));
    it.clock.increment(60_000);
    await it.quoted(paymentQuote('dear', 60_000, { recipient: lookAlike, total: '12' }));
    it.actor.send({ type: 'change.accepted' });
    expect(it.at()).toBe('{"reviewing":{"reviewing":"warned"}}');
  });
});

test.each([
  ['a higher fee', { fee: { amount: '1.250126', token: 'USDT' } }],
  ['a fee in another token', { fee: { amount: '1.25', token: 'ZST' } }],
  ['a higher total', { total: '11.251126' }],
  ['less that arrives', { amount: '9.998999' }],
  ['another address', { to: lookAlikeAddress }],
  [
    'a recipient who has become an account',
    { recipient: { known: false, is_account: true, first_time: true, looks_like: null } },
  ],
  [
    'a recipient who was paid meanwhile',
    { recipient: { known: false, is_account: false, first_time: false, looks_like: null } },
  ],
  ['a recipient who looks like a known one', { recipient: lookAlike }],
])('%s is asked again', async (_, change) => {
  const it = start();
  await it.review(paymentQuote('first'));
  it.clock.increment(60_000);
  await it.quoted(paymentQuote('second', 60_000, change));
  expect(it.at()).toBe('{"reviewing":{"reviewing":"changed"}}');
});

test.each([
  ['the same, however its decimals are written', { amount: '10.00', maximum: '98.7', minimum: '4' }],
  ['a lower fee', { fee: { amount: '1', token: 'USDT' }, total: '11' }],
  ['a fee that is 0.01 % higher', { fee: { amount: '1.250125', token: 'USDT' }, total: '11.250125' }],
  ['more that arrives', { amount: '10.000001' }],
])('%s is renewed in silence', async (_, change) => {
  const it = start();
  await it.review(paymentQuote('first'));
  it.clock.increment(60_000);
  await it.quoted(paymentQuote('second', 60_000, change));
  expect(it.at()).toBe('{"reviewing":{"reviewing":"offered"}}');
});

test.each([
  ['send', 'transactionSent', 'transactionFailed'],
  ['withdraw', 'withdrawalSubmitted', 'withdrawalFailed'],
] as const)(
  'what is quoted as a %s tells its end by the words of the specification',
  async (kind, done, failed) => {
    const it = start();
    await it.review(paymentQuote('first', 0, { kind }));
    it.actor.send({ type: 'quote.accepted' });
    it.pay.last().answer({ ...paymentDone, kind });
    await settled();
    expect([it.toasts(), it.state().context.result?.kind]).toEqual([[done], kind]);

    const other = start();
    await other.review(paymentQuote('first', 0, { kind }));
    other.actor.send({ type: 'quote.accepted' });
    other.pay.last().fail('WITHDRAWALS_DISABLED', { requestId: 'r' });
    await settled();
    expect([other.toasts(), other.state().context.failure?.code]).toEqual([[failed], 'WITHDRAWALS_DISABLED']);
  },
);

test('a refusal of the quote stands at its field', async () => {
  const it = start();
  it.actor.send({ type: 'fields.changed', values: filled });
  it.actor.send({ type: 'quote.requested' });
  it.quote.last().fail('ADDRESS_INVALID', { fields: { to: 'own' }, requestId: 'r' });
  await settled();
  expect([it.state().context.errors, it.state().context.failure]).toEqual([{ to: 'own' }, null]);
});

test('a refusal for the balance goes once the balance covers the amount with its fee', async () => {
  const it = start();
  const holding = (available: string) =>
    it.actor.send({
      type: 'balances.known',
      tokens: tokens.map((token) => ({ ...token, available, withdrawal_fee: '1', maximum_payment: '1000' })),
    });
  it.actor.send({ type: 'fields.changed', values: filled });
  it.actor.send({ type: 'quote.requested' });
  const bound = { amount: '10', token: 'USDT' };
  it.quote.last().fail('INSUFFICIENT_BALANCE', { fields: { amount: 'insufficient' }, requestId: 'r', bound });
  await settled();
  holding('10.5');
  expect(it.state().context.errors).toEqual({ amount: 'insufficient' });
  holding('11');
  expect([it.state().context.errors, it.state().context.bound]).toEqual([{}, null]);
});

describe('a token that cannot leave', () => {
  const off = (symbols: readonly string[]) =>
    tokens.map((token) => ({ ...token, withdrawals_enabled: !symbols.includes(token.symbol) }));

  const every = tokens.map(({ symbol }) => symbol);

  test.each([
    ['an address outside', false, ['USDT'], 'withdrawalsOff'],
    ['an address outside, where none can', false, every, 'noNetwork'],
    ['an address outside, where another one cannot', false, ['STO'], null],
    ['an account', true, every, null],
  ] as const)('is judged by whom it reaches, %s: %s', async (_, is_account, symbols, reason) => {
    const it = start();
    await it.review(
      paymentQuote('q', 0, { recipient: { known: true, is_account, first_time: false, looks_like: null } }),
    );
    it.actor.send({ type: 'balances.known', tokens: off(symbols) });
    expect(paymentHindrance(it.state())).toBe(reason);
    it.actor.send({ type: 'quote.accepted' });
    expect(it.pay.calls).toHaveLength(reason === null ? 1 : 0);
  });
});
