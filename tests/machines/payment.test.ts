import { describe, expect, test } from 'vitest';
import { createActor, SimulatedClock } from 'xstate';
import type { PaymentQuoteRequest, Transaction, TransactionQuote } from '../../contract/transactions.ts';
import { toastsMachine } from '../../src/machines/core/toastsMachine.ts';
import {
  type PaymentValues,
  paymentHindrance,
  paymentReviewMachine,
  paymentSubmissionMachine,
  sendMachine,
  withdrawMachine,
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

function start(kind: 'send' | 'withdraw' = 'send') {
  const clock = new SimulatedClock();
  const quote = manualCall<TransactionQuote, { readonly request: PaymentQuoteRequest }>();
  const pay = manualCall<Transaction, { readonly request: TransactionQuote; readonly key: string }>();
  const machine = (kind === 'send' ? sendMachine : withdrawMachine).provide({
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
    [{ amount: '0,00' }, { amount: 'too_small' }],
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
    const { actor, state } = start('withdraw');
    actor.send({ type: 'balances.known', tokens });
    actor.send({ type: 'fields.changed', values: { ...filled, amount: '4.999999' } });
    actor.send({ type: 'quote.requested' });
    expect(state().context.errors).toEqual({});
    const send = start('send');
    send.actor.send({ type: 'balances.known', tokens });
    send.actor.send({ type: 'fields.changed', values: { ...filled, amount: '4.999999' } });
    send.actor.send({ type: 'quote.requested' });
    expect(send.state().context.errors).toEqual({});
  });

  test('asks with the exact amount and the address with its proof', async () => {
    const { quote, review } = start('withdraw');
    await review(paymentQuote('q'), { amount: '1 0,50', to: ` ${outsideAddress.toLowerCase()} ` });
    expect(quote.last().input.request).toEqual({
      kind: 'withdraw',
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
  ['a higher fee', { fee: { amount: '1.250001', token: 'USDT' } }],
  ['a lower fee', { fee: { amount: '1.249999', token: 'USDT' } }],
  ['a higher total', { total: '11.250001' }],
  ['a lower total', { total: '11.249999' }],
  ['less that arrives', { amount: '9.999999' }],
  ['more that arrives', { amount: '10.000001' }],
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

test('the same terms are renewed in silence, however their decimals are written', async () => {
  const it = start();
  await it.review(paymentQuote('first'));
  it.clock.increment(60_000);
  await it.quoted(paymentQuote('second', 60_000, { amount: '10.00', maximum: '98.7', minimum: '4' }));
  expect(it.at()).toBe('{"reviewing":{"reviewing":"offered"}}');
});

test.each([
  ['send', 'transactionSent', 'transactionFailed'],
  ['withdraw', 'withdrawalSubmitted', 'withdrawalFailed'],
] as const)('a %s tells its end by the words of the specification', async (kind, done, failed) => {
  const it = start(kind);
  await it.review(paymentQuote('first'));
  it.actor.send({ type: 'quote.accepted' });
  it.pay.last().answer(paymentDone);
  await settled();
  expect([it.toasts(), it.state().context.result]).toEqual([[done], paymentDone]);

  const other = start(kind);
  await other.review(paymentQuote('first'));
  other.actor.send({ type: 'quote.accepted' });
  other.pay.last().fail('WITHDRAWALS_DISABLED', { requestId: 'r' });
  await settled();
  expect([other.toasts(), other.state().context.failure?.code]).toEqual([[failed], 'WITHDRAWALS_DISABLED']);
});

test('a refusal of the quote stands at its field', async () => {
  const it = start();
  it.actor.send({ type: 'fields.changed', values: filled });
  it.actor.send({ type: 'quote.requested' });
  it.quote.last().fail('ADDRESS_INVALID', { fields: { to: 'own' }, requestId: 'r' });
  await settled();
  expect([it.state().context.errors, it.state().context.failure]).toEqual([{ to: 'own' }, null]);
});

describe('a token that cannot leave', () => {
  const off = (symbols: readonly string[]) =>
    tokens.map((token) => ({ ...token, withdrawals_enabled: !symbols.includes(token.symbol) }));

  test.each([
    ['of this token', ['USDT'], 'withdrawalsOff'],
    ['of every token', tokens.map(({ symbol }) => symbol), 'noNetwork'],
    ['of another token', ['STO'], null],
  ] as const)('withdrawals %s are off: the form asks for no quote where it says so', (_, symbols, reason) => {
    const it = start('withdraw');
    it.actor.send({ type: 'fields.changed', values: filled });
    it.actor.send({ type: 'balances.known', tokens: off(symbols) });
    it.actor.send({ type: 'quote.requested' });
    expect(paymentHindrance('withdraw', it.state())).toBe(reason);
    expect(it.quote.calls).toHaveLength(reason === null ? 1 : 0);
  });

  test.each([
    ['an address outside', false, 'withdrawalsOff'],
    ['an account', true, null],
  ] as const)('is not sent to %s: %s', async (_, is_account, reason) => {
    const it = start('send');
    await it.review(
      paymentQuote('q', 0, { recipient: { known: true, is_account, first_time: false, looks_like: null } }),
    );
    it.actor.send({ type: 'balances.known', tokens: off(['USDT']) });
    expect(paymentHindrance('send', it.state())).toBe(reason);
    it.actor.send({ type: 'quote.accepted' });
    expect(it.pay.calls).toHaveLength(reason === null ? 1 : 0);
  });
});
