import type { Hold, Wallet, WalletToken } from '../../contract/wallet.ts';

const zst: WalletToken = {
  symbol: 'ZST',
  name: 'Zesto',
  decimals: 18,
  total: '1200',
  available: '1200',
  pending: '0',
  frozen: '0',
  price: '1.25',
  price_as_of: '2026-11-20T11:30:00.000Z',
  price_is_old: false,
  value: '1500',
  change_24h: '1.2',
  withdrawals_enabled: true,
  minimum_withdrawal: '10',
};
const sto: WalletToken = {
  ...zst,
  symbol: 'STO',
  name: 'Stone',
  total: '90.25',
  available: '0',
  frozen: '90.25',
  price: '2',
  value: '180.5',
  change_24h: '-2.5',
  withdrawals_enabled: false,
};
const usdt: WalletToken = {
  ...zst,
  symbol: 'USDT',
  name: 'Tether USD',
  decimals: 6,
  total: '300',
  available: '0',
  pending: '300',
  price: '1',
  value: '300',
  change_24h: '0',
};

export const fullWallet: Wallet = {
  currency: 'USDT',
  total: '1980.5',
  available: '1480.5',
  pending: '300',
  frozen: '200',
  as_of: '2026-11-20T12:00:00.000Z',
  tokens: [sto, usdt, zst],
};

export const unpricedWallet: Wallet = {
  ...fullWallet,
  total: null,
  available: null,
  pending: null,
  frozen: null,
  tokens: [{ ...sto, price: null, price_as_of: null, value: null, change_24h: null }, usdt, zst],
};

/** Beside what is worth a lot: little that is free, little of which a part is pending or frozen, nothing at all, and what has no price. */
export const dustyWallet: Wallet = {
  ...fullWallet,
  tokens: [
    zst,
    { ...sto, symbol: 'DUST', name: 'Dust', total: '0.5', available: '0.5', frozen: '0', value: '0.99' },
    { ...sto, symbol: 'NONE', name: 'Nothing', total: '0', frozen: '0', price: null, value: null },
    { ...sto, symbol: 'HELD', name: 'Held', total: '0.5', frozen: '0.5', value: '0.99' },
    { ...usdt, symbol: 'DUE', name: 'On its way', total: '0.5', pending: '0.5', value: '0.5' },
    {
      ...sto,
      symbol: 'DEAR',
      name: 'Without a price',
      frozen: '0',
      available: '90.25',
      price: null,
      value: null,
    },
    {
      ...sto,
      symbol: 'EVEN',
      name: 'Not under the limit',
      total: '1',
      available: '1',
      frozen: '0',
      value: '1',
    },
  ],
};

const nothing = { total: '0', available: '0', pending: '0', frozen: '0' };

export const emptyWallet: Wallet = {
  ...fullWallet,
  ...nothing,
  tokens: [sto, usdt, zst].map((token) => ({ ...token, ...nothing, value: '0' })),
};

const since = '2026-11-19T09:00:00.000Z';

export const holds: readonly Hold[] = [
  {
    token: 'USDT',
    amount: '300',
    kind: 'withdrawal',
    operation_id: 'op-1',
    since,
    until: '2026-11-21T09:00:00.000Z',
  },
  { token: 'STO', amount: '90.25', kind: 'review', operation_id: null, since, until: null },
  { token: 'STO', amount: '9.75', kind: 'unknown', operation_id: null, since, until: null },
];
