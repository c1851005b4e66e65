import { expect, test } from 'vitest';
import type { SavedFlow } from '../../src/machines/core/savedFlow.ts';
import { onwardTo } from '../../src/machines/shell/onward.ts';

const kept: Readonly<Record<string, SavedFlow['values']>> = {
  payment: { token: 'ZST', amount: '15', to: '0xabc' },
  exchange: { from: 'ZST', to: 'USDT', side: 'receive', amount: '1 234,5' },
};
const readRecord = (flow: string): SavedFlow | null => {
  const values = kept[flow];
  return values ? { step: 'drafting', values, key: null, quote: null } : null;
};
const nothing = () => null;

test.each([
  [
    'a payment by its amount, at its tab and not at a token, where another would begin',
    { address: '/transactions?tab=send&token=USDT', page: 'transactions' },
    { to: '/transactions?tab=send', flow: 'send', amount: '15', token: 'ZST' },
  ],
  [
    'the tab that an address without one shows',
    { address: '/transactions', page: 'transactions' },
    { to: '/transactions?tab=send', flow: 'send', amount: '15', token: 'ZST' },
  ],
  [
    'an exchange by the amount that was typed, and its token',
    { address: '/exchange?from=STO', page: 'exchange' },
    { to: '/exchange', flow: 'exchange', amount: '1 234,5', token: 'USDT' },
  ],
  [
    'the same payment at the other tab of its form',
    { address: '/transactions?tab=withdraw', page: 'transactions' },
    { to: '/transactions?tab=withdraw', flow: 'withdraw', amount: '15', token: 'ZST' },
  ],
  [
    'an address that shows no flow as its page',
    { address: '/transactions?tab=receive&token=ZST', page: 'transactions' },
    { to: '/transactions?tab=receive&token=ZST', page: 'transactions' },
  ],
  ['any other page', { address: '/news/one', page: 'article' }, { to: '/news/one', page: 'article' }],
  ['no page', { address: '/', page: 'home' }, null],
] as const)('it offers %s', (_, destination, offered) => {
  expect(onwardTo(destination, readRecord)).toEqual(offered);
});

test('without an amount it offers the page', () => {
  const values = { token: 'USDT', amount: '  ', to: '' };
  const to = '/transactions?tab=withdraw';
  const kept = () => ({ step: 'drafting', values, key: null, quote: null }) as const;
  expect(onwardTo({ address: to, page: 'transactions' }, kept)).toEqual({ to, page: 'transactions' });
});

test('without a record it offers the page', () => {
  expect(onwardTo({ address: '/exchange', page: 'exchange' }, nothing)).toEqual({
    to: '/exchange',
    page: 'exchange',
  });
});
