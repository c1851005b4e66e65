import { describe, expect, test } from 'vitest';
import type { Rates } from '../../contract/rates.ts';
import { newestRates, walletAt } from '../../src/machines/wallet/liveWallet.ts';
import { type RateTimes, rateTimesAfter } from '../../src/machines/wallet/rateTimes.ts';
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

const at = (time: string) => `2026-11-20T${time}.000Z`;

/** The wallet after a stream that told these rates one after the other. */
function heard(...rates: Rates[]) {
  return walletAt(fullWallet, rates.at(-1) ?? null, rates.reduce<RateTimes>(rateTimesAfter, {}));
}

function unusable(rates: Rates): Rates {
  return { ...rates, pairs: rates.pairs.map((pair) => ({ ...pair, exchange: null })) };
}

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

  test('a price that has become too old is said to be, from when it last changed', () => {
    const live = heard(
      ratesOf({ ZST: '1.25', STO: '2' }, at('12:00:01')),
      ratesOf({ ZST: '1.3', STO: '2' }, at('12:00:05')),
      unusable(ratesOf({ ZST: '1.3', STO: '2' }, at('14:10:00'))),
    );
    expect(token('ZST', live)).toMatchObject({ price_is_old: true, price_as_of: at('12:00:05') });
    expect(token('STO', live)).toMatchObject({ price_is_old: true, price_as_of: at('11:30:00') });
  });

  test('a price that other prices move beside is from when it was first told', () => {
    const live = heard(
      ratesOf({ ZST: '1.3', STO: '2' }, at('12:00:05')),
      ratesOf({ ZST: '1.3', STO: '2.1' }, at('12:00:10')),
    );
    expect(token('ZST', live)?.price_as_of).toBe(at('12:00:05'));
    expect(token('STO', live)?.price_as_of).toBe(at('12:00:10'));
  });

  test('a price that moved and came back is from when it came back', () => {
    const live = heard(
      ratesOf({ ZST: '1.25' }, at('12:00:01')),
      ratesOf({ ZST: '1.3' }, at('12:00:05')),
      ratesOf({ ZST: '1.25' }, at('12:00:09')),
    );
    expect(token('ZST', live)?.price_as_of).toBe(at('12:00:09'));
  });

  test('an old price that may be used again is not old', () => {
    const tokens = fullWallet.tokens.map((each) => ({ ...each, price_is_old: true }));
    const rates = ratesOf({ ZST: '1.25' });
    const exchange = { rate: '1.24', fee_percent: '0.5', minimum: '4', maximum: '4000000' };
    const offered = { ...rates, pairs: rates.pairs.map((pair) => ({ ...pair, exchange })) };
    expect(token('ZST', walletAt({ ...fullWallet, tokens }, offered))?.price_is_old).toBe(false);
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
