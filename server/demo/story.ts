import type { TransactionReason } from '../../contract/reasons.ts';
import type { TokenSymbol } from '../../contract/tokens.ts';

interface Paid {
  readonly token: TokenSymbol;
  readonly amount: string;
}

/** One action of the demo account. Fees are in the token that is paid. `reason` is null for a cancelled withdrawal. */
export type Chapter = { readonly daysAgo: number } & (
  | { readonly kind: 'deposit' | 'receive'; readonly paid: Paid }
  | { readonly kind: 'send' | 'withdraw'; readonly paid: Paid; readonly fee: string }
  | {
      readonly kind: 'came_to_nothing';
      readonly paid: Paid;
      readonly fee: string;
      readonly reason: TransactionReason | null;
    }
  | {
      readonly kind: 'exchange';
      readonly paid: Paid;
      readonly fee: string;
      readonly into: TokenSymbol;
      /** Units of `into` for one unit of the paid token. */
      readonly rate: string;
    }
);

/** Four months of a wallet, oldest first. */
export const story: readonly Chapter[] = [
  { daysAgo: 124, kind: 'deposit', paid: { token: 'USDT', amount: '6500' } },
  {
    daysAgo: 123,
    kind: 'exchange',
    paid: { token: 'USDT', amount: '2400' },
    fee: '4.8',
    into: 'ZST',
    rate: '4.005128205128205128',
  },
  {
    daysAgo: 117,
    kind: 'exchange',
    paid: { token: 'USDT', amount: '1800' },
    fee: '3.6',
    into: 'STO',
    rate: '0.295508274231678486',
  },
  { daysAgo: 102, kind: 'send', paid: { token: 'ZST', amount: '350' }, fee: '0.5' },
  { daysAgo: 88, kind: 'receive', paid: { token: 'ZST', amount: '125.5' } },
  { daysAgo: 74, kind: 'withdraw', paid: { token: 'USDT', amount: '420' }, fee: '1.25' },
  {
    daysAgo: 70,
    kind: 'came_to_nothing',
    paid: { token: 'STO', amount: '50' },
    fee: '0.05',
    reason: 'network_refused',
  },
  { daysAgo: 61, kind: 'deposit', paid: { token: 'STO', amount: '240.75' } },
  {
    daysAgo: 47,
    kind: 'exchange',
    paid: { token: 'STO', amount: '180' },
    fee: '0.36',
    into: 'USDT',
    rate: '3.351',
  },
  { daysAgo: 33, kind: 'deposit', paid: { token: 'USDT', amount: '1250' } },
  { daysAgo: 21, kind: 'send', paid: { token: 'USDT', amount: '86.4' }, fee: '1.25' },
  { daysAgo: 12, kind: 'receive', paid: { token: 'USDT', amount: '310' } },
  {
    daysAgo: 9,
    kind: 'came_to_nothing',
    paid: { token: 'USDT', amount: '500' },
    fee: '1.25',
    reason: null,
  },
  { daysAgo: 4, kind: 'deposit', paid: { token: 'ZST', amount: '1200' } },
  { daysAgo: 1, kind: 'withdraw', paid: { token: 'STO', amount: '25' }, fee: '0.05' },
];
