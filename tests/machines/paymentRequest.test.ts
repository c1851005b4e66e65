import { describe, expect, test } from 'vitest';
import { createActor, SimulatedClock } from 'xstate';
import type { PaymentQuoteRequest, TransactionQuote } from '../../contract/transactions.ts';
import type { WalletToken } from '../../contract/wallet.ts';
import { toastsMachine } from '../../src/machines/core/toastsMachine.ts';
import { paymentMachine, paymentReviewMachine } from '../../src/machines/money/paymentMachine.ts';
import { paymentRequestProblem, readPaymentRequest } from '../../src/machines/money/paymentRequest.ts';
import { fullWallet } from '../screens/figures.ts';
import { asChild, manualCall } from '../support/actors.ts';
import { signedInInput } from '../support/areas.ts';
import { heldTabLock, outsideAddress as to } from '../support/moneyFlow.ts';

const usdt = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
const zst = '0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB';
/** Begins and ends like that of USDT. */
const alike = `0x5aae${'0'.repeat(32)}eaed`;
const contracts: Readonly<Record<string, string>> = { USDT: usdt, ZST: zst };
const tokens: readonly WalletToken[] = fullWallet.tokens.map((token) => {
  const address = contracts[token.symbol];
  return { ...token, available: '100', ...(address && { contract: { chain_id: 1, address } }) };
});
const linkOf = (contract: string, query: string, chain = '@1') =>
  `ethereum:${contract}${chain}/transfer?address=${to}${query}`;

test.each([
  [linkOf(usdt, '&uint256=2500000'), { to, token: 'USDT', amount: '2.5' }],
  [linkOf(usdt.toLowerCase(), '', ''), { to, token: 'USDT' }],
  [linkOf(zst, '&uint256=1e48'), { to, token: 'ZST', amount: `1${'0'.repeat(30)}` }],
  [`ethereum:${to}@1`, { to }],
  [linkOf(usdt, '', '@56'), 'chain'],
  [`ethereum:${to}@56`, 'chain'],
  [linkOf(alike, '&uint256=1'), 'token'],
  [`ethereum:${usdt}/transfer?address=${zst}`, 'contract'],
  [`ethereum:${usdt}`, 'contract'],
  [`ethereum:${usdt}/transfer`, 'address'],
  [linkOf(usdt, '&uint256=1e99'), 'amount'],
  [`ethereum:${to}?value=1`, 'coin'],
  ['ethereum:%%%/transfer', 'format'],
])('%s asks for %o', (text, expected) => {
  const read = readPaymentRequest(text, tokens);
  expect(read.ok ? read.value : read.problem).toEqual(expected);
  expect(paymentRequestProblem(text, tokens)).toBe(typeof expected === 'string' ? expected : null);
});

test('without contracts to compare with, a link only names an address', () => {
  expect(readPaymentRequest(linkOf(usdt, ''), fullWallet.tokens)).toEqual({ ok: false, problem: 'unknown' });
  expect(readPaymentRequest(`ethereum:${to}`, fullWallet.tokens)).toEqual({ ok: true, value: { to } });
});

function start() {
  const clock = new SimulatedClock();
  const quote = manualCall<TransactionQuote, { readonly request: PaymentQuoteRequest }>();
  const machine = paymentMachine.provide({
    actors: {
      tabLock: heldTabLock,
      quoteReview: paymentReviewMachine.provide({ actors: { requestQuote: quote.logic } }),
    },
    actions: { keepRecord: () => {} },
  });
  const toasts = createActor(toastsMachine, { clock, input: { now: () => clock.now() } }).start();
  const given = { ...signedInInput(() => clock.now(), toasts), prefill: {} };
  const { child: actor } = asChild(machine, given, clock);
  return {
    actor,
    quote,
    state: () => actor.getSnapshot(),
    type: (values: { to?: string; amount?: string; token?: string; most?: '' | 'yes' }) =>
      actor.send({ type: 'fields.changed', values }),
    know: () => actor.send({ type: 'balances.known', tokens }),
  };
}

describe('a link in the form', () => {
  test('fills it and sends nothing', () => {
    const { state, type, know, quote } = start();
    know();
    type({ to: linkOf(usdt, '&uint256=2500000') });
    expect(state().context.values).toEqual({ token: 'USDT', amount: '2.5', most: '', to });
    expect(state().matches('drafting')).toBe(true);
    expect(quote.calls).toEqual([]);
  });

  test('waits for the tokens by which it is judged', () => {
    const { state, type, know } = start();
    const text = linkOf(usdt, '&uint256=2500000');
    type({ to: text });
    expect(state().context.values.to).toBe(text);
    know();
    expect(state().context.values).toEqual({ token: 'USDT', amount: '2.5', most: '', to });
  });

  test('puts the amount aside that it replaces, and leaves one that it does not name', () => {
    const { state, type, know } = start();
    know();
    type({ amount: '7', to: 'me' });
    type({ to: linkOf(usdt, '') });
    expect(state().context.values).toEqual({ token: 'USDT', amount: '7', most: '', to });
    expect(state().context.aside).toEqual([]);
    type({ to: linkOf(zst, '&uint256=3e18') });
    expect(state().context.values).toEqual({ token: 'ZST', amount: '3', most: '', to });
    expect(state().context.aside).toEqual([
      { values: { token: 'USDT', amount: '7', most: '', to: '' }, quote: null },
    ]);
  });

  test('takes back that everything is sent when it names another token', () => {
    const { state, type, know } = start();
    know();
    type({ token: 'ZST', amount: '100', most: 'yes' });
    type({ to: `ethereum:${to}` });
    expect(state().context.values).toEqual({ token: 'ZST', amount: '100', most: 'yes', to });
    type({ to: linkOf(usdt, '') });
    expect(state().context.values).toEqual({ token: 'USDT', amount: '', most: '', to });
  });

  test('that is bad stays as it is, with everything beside it, and asks for no quote', () => {
    const { actor, state, type, know, quote } = start();
    know();
    type({ token: 'ZST', amount: '7' });
    const text = linkOf(alike, '&uint256=1');
    type({ to: text });
    actor.send({ type: 'quote.requested' });
    expect(state().context.values).toEqual({ token: 'ZST', amount: '7', most: '', to: text });
    expect(state().matches({ drafting: 'correcting' })).toBe(true);
    expect(quote.calls).toEqual([]);
  });
});
