import { describe, expect, test } from 'vitest';
import type { Rates } from '../../contract/rates.ts';
import { newestRates, walletAt } from '../../src/machines/wallet/liveWallet.ts';
import { fullWallet, unpricedWallet } from '../screens/figures.ts';

const later = '2026-11-20T12:00:05.000Z';

function ratesOf(prices: Readonly<Record<string, string>>, as_of = later): Rates {
  return {
    as_of,
    pairs: Object.entries(prices).map(([base, rate]) => ({
      base,
      quote: 'USDT',
      rate,
      change_24h: '4.40',
    })),
  };
}

const token = (symbol: string, of = fullWallet) => of.tokens.find((each) => each.symbol === symbol);

describe('a wallet at live rates', () => {
  test('is valued to the last unit, its sums part by part, each rounded down', () => {
    const live = walletAt(fullWallet, ratesOf({ ZST: '1.3333333333', STO: '2.1' }));
    expect(token('ZST', live)).toMatchObject({
      price: '1.3333333333',
      value: '1599.999999',
      change_24h: '4.40',
      price_as_of: later,
      price_is_old: false,
    });
    expect(token('STO', live)?.value).toBe('189.525');
    expect(live).toMatchObject({
      total: '2089.524999',
      available: '1599.999999',
      pending: '300',
      frozen: '189.525',
    });
  });

  test('keeps its balances, and a price that no rate names', () => {
    const live = walletAt(fullWallet, ratesOf({ ZST: '2' }));
    expect(token('ZST', live)?.total).toBe('1200');
    expect(token('STO', live)).toEqual(token('STO'));
  });

  test('an old price that is told again is as old as before', () => {
    const tokens = fullWallet.tokens.map((each) => ({ ...each, price_is_old: true }));
    const live = walletAt({ ...fullWallet, tokens }, ratesOf({ ZST: '1.25' }));
    expect(token('ZST', live)).toMatchObject({ price_is_old: true, price_as_of: '2026-11-20T11:30:00.000Z' });
  });

  test('with the first price of a token the sums are known', () => {
    expect(walletAt(unpricedWallet, ratesOf({ STO: '2' })).total).toBe('1980.5');
  });

  test('without one they stay unknown, never 0', () => {
    const live = walletAt(unpricedWallet, ratesOf({ ZST: '2' }));
    expect([live.total, token('STO', live)?.value, token('ZST', live)?.value]).toEqual([null, null, '2400']);
  });

  test.each([
    ['no rates', null],
    ['rates from before the wallet was read', ratesOf({ ZST: '9' }, '2026-11-20T11:59:59.000Z')],
    ['rates that are none', ratesOf({ ZST: '0', STO: '1e3' })],
  ])('%s change no figure', (_, rates) => {
    expect(walletAt(fullWallet, rates).tokens).toEqual(fullWallet.tokens);
  });

  test('a balance that is no amount leaves the sums as they were told', () => {
    const tokens = fullWallet.tokens.map((each) => ({ ...each, frozen: 'some' }));
    expect(walletAt({ ...fullWallet, tokens }, ratesOf({ ZST: '2' })).total).toBe('1980.5');
  });
});

test('of two rates the later ones count, and one is better than none', () => {
  const [old, fresh] = [ratesOf({ ZST: '1' }, '2026-11-20T11:00:00.000Z'), ratesOf({ ZST: '2' })];
  expect(newestRates(old, fresh)).toBe(fresh);
  expect(newestRates(fresh, old)).toBe(fresh);
  expect(newestRates(null, old)).toBe(old);
  expect(newestRates(null, null)).toBeNull();
});
