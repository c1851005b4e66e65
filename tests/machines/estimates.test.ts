import { describe, expect, test } from 'vitest';
import type { LeavingLimits } from '../../contract/limits.ts';
import type { ExchangeOffer } from '../../contract/rates.ts';
import type { WalletToken } from '../../contract/wallet.ts';
import { estimateExchange, offerFor } from '../../src/machines/money/exchangeEstimate.ts';
import { estimatePayment } from '../../src/machines/money/paymentEstimate.ts';

describe('a payment, while it is typed', () => {
  const balance: WalletToken = {
    ...{
      symbol: 'ZST',
      name: 'Zesto',
      decimals: 8,
      total: '100',
      available: '100',
      pending: '0',
      frozen: '0',
    },
    ...{ price: '2', price_as_of: null, price_is_old: false, value: '200', change_24h: null },
    ...{ withdrawals_enabled: true, minimum_withdrawal: '1', withdrawal_fee: '0.5', maximum_payment: '90' },
  };
  const limits: LeavingLimits = {
    verified: false,
    day: { limit: '50', used: '10', left: '40', more_at: '2026-11-24T10:00:00Z' },
    month: { limit: '1000', used: '10', left: '990', more_at: null },
  };
  const estimate = (
    amount: string,
    more: {
      most?: 'yes';
      to?: string;
      balance?: Partial<WalletToken>;
      limits?: Partial<LeavingLimits> | null;
    } = {},
  ) =>
    estimatePayment(
      { amount, most: more.most ?? '', to: more.to ?? '' },
      { ...balance, ...more.balance },
      more.limits === null ? null : { ...limits, ...more.limits },
    );
  const judgement = (...args: Parameters<typeof estimate>) => estimate(...args)?.judgement;

  test('says the fee and what is deducted', () => {
    expect(estimate('10.25')).toEqual({
      isFree: false,
      amount: '10.25',
      fee: '0.5',
      total: '10.75',
      judgement: null,
      isForAll: false,
    });
  });

  test.each(['nora', 'nora.vale@zesto.example'])('to %s is free, in any amount that is there', (to) => {
    expect(estimate('80', { to })).toMatchObject({ isFree: true, fee: '0', total: '80', judgement: null });
    expect(estimate('0.1', { to })).toMatchObject({ total: '0.1', judgement: null });
    expect(estimate('1', { to, most: 'yes' })).toMatchObject({ amount: '90', total: '90' });
  });

  test('above the balance and the maximum is told the lower of them', () => {
    const few = { balance: { available: '20' }, limits: null };
    expect(judgement('95', few)).toMatchObject({ problem: 'insufficient', figure: '20', needed: null });
  });

  test.each([
    ['no wallet', () => estimatePayment({ amount: '1', most: '' }, undefined, limits)],
    ['nothing typed', () => estimate('')],
    ['zero', () => estimate('0')],
    ['no fee known', () => estimate('1', { balance: { withdrawal_fee: undefined } })],
    ['no most known', () => estimate('1', { balance: { maximum_payment: undefined } })],
    ['too many decimals', () => estimate('1.123456789')],
    ['less there than the fee', () => estimate('1', { most: 'yes', balance: { available: '0.5' } })],
  ])('is none: %s', (_, make) => expect(make()).toBe(null));

  test.each([
    ['0.99999999', { problem: 'too_small', figure: '1', token: 'ZST', needed: '1.49999999' }, false],
    ['1', null, false],
    ['90', null, false],
    ['90.00000001', { problem: 'too_large', figure: '90', token: 'ZST', needed: '90.50000001' }, true],
  ])('%s by its bounds: %j', (amount, expected, isForAll) => {
    expect(estimate(amount, { limits: null })).toMatchObject({ judgement: expected, isForAll });
  });

  test('what is not there with the fee says how much it takes, and without it is for nobody', () => {
    const few = { balance: { available: '20' }, limits: null };
    expect(judgement('19.5', few)).toBe(null);
    expect(estimate('20', few)).toMatchObject({
      judgement: { problem: 'insufficient', figure: '20', needed: '20.5' },
      isForAll: false,
    });
    expect(estimate('20.1', few)).toMatchObject({
      judgement: { problem: 'insufficient', figure: '20', needed: null },
      isForAll: true,
    });
  });

  test('the most is what the balance, the fee, the bounds and the limits leave', () => {
    const most = (more: object) => estimate('1', { most: 'yes', ...more })?.amount;
    expect(most({ limits: null })).toBe('90');
    expect(most({ limits: null, balance: { available: '20' } })).toBe('19.5');
    expect(most({})).toBe('20');
    expect(most({ balance: { price: null } })).toBe('90');
    expect(most({ limits: { own: { day: null, payment: '9' } } })).toBe('4.5');
    expect(most({ limits: { month: { ...limits.month, left: '7' } } })).toBe('3.5');
  });

  test('no limit counts where the token has no price', () => {
    expect(judgement('80', { balance: { price: null } })).toBe(null);
  });

  const day = { problem: 'day', figure: '40', moreAt: '2026-11-24T10:00:00Z' };
  const month = { limit: '1000', used: '970', left: '30', more_at: '2026-12-01T00:00:00Z' };
  const own = (ofDay: string | null, payment: string | null) => ({ own: { day: ofDay, payment } });

  test.each([
    ['all that is left of the day', '20', {}, null],
    ['more than is left of the day', '20.00000001', {}, day],
    ['more than any day has, unverified', '25.1', {}, { ...day, problem: 'unverified' }],
    ['more than any day has, verified', '25.1', { verified: true }, day],
    [
      'more than is left of the month',
      '15.1',
      { month },
      { problem: 'month', figure: '30', moreAt: month.more_at },
    ],
    [
      'of a month that has more left than the day',
      '20.1',
      { month: { ...month, left: '40.05' } },
      { problem: 'day', figure: '40', moreAt: day.moreAt },
    ],
    [
      'of a month that has as much left as the day',
      '21',
      { month: { ...month, left: '40' } },
      { problem: 'day', figure: '40', moreAt: day.moreAt },
    ],
    [
      'more than any month has, unverified',
      '25.1',
      {
        day: { ...limits.day, limit: '2000', left: '2000' },
        month: { limit: '50', used: '0', left: '50', more_at: null },
      },
      { problem: 'unverified', figure: '50', moreAt: null },
    ],
    [
      'more than one’s own limit of a payment',
      '4.6',
      own(null, '9'),
      { problem: 'own', figure: '9', moreAt: null },
    ],
    ['one’s own limit of a payment', '4.5', own(null, '9'), null],
    ['one’s own limit of a day', '21', own('50', null), { problem: 'own', figure: '40', moreAt: null }],
    ['one’s own limit of a day, and of no other', '26', own('50', null), { problem: 'own', figure: '40' }],
    ['a day’s limit of one’s own that does not count', '21', own('60', null), day],
    [
      'one’s own limit of a day, with a month that is over',
      '21',
      { ...own('50', null), month },
      { problem: 'month', figure: '30' },
    ],
    ['both of one’s own: that of the payment is told', '21', own('50', '9'), { problem: 'own', figure: '9' }],
  ])('limits: %s', (_, amount, more, expected) => {
    const found = judgement(amount, { limits: more });
    if (expected === null) expect(found).toBe(null);
    else expect(found).toMatchObject(expected);
  });
});

describe('an exchange, while it is typed', () => {
  const values = { from: 'ZST', to: 'USDT', side: 'pay', amount: '10' } as const;
  const offer: ExchangeOffer = {
    ...{ rate: '2', fee_percent: '0.5', minimum: '1', maximum: '100' },
  } as ExchangeOffer;
  const estimate = (more: object = {}, available: string | null = '50', by: ExchangeOffer | null = offer) =>
    estimateExchange({ ...values, ...more }, by, available === null ? undefined : { available });

  test('says what is paid, the fee and what arrives, from either side', () => {
    expect(estimate()).toEqual({ pay: '10', fee: '0.05', receive: '19.9', judgement: null });
    expect(estimate({ side: 'receive', amount: '19.9' })).toEqual({
      pay: '10',
      fee: '0.05',
      receive: '19.9',
      judgement: null,
    });
  });

  test.each([
    ['no offer', () => estimate({}, '50', null)],
    ['an unknown token that is paid', () => estimate({ from: 'XYZ' })],
    ['an unknown token that is received', () => estimate({ to: 'XYZ' })],
    ['nothing typed', () => estimate({ amount: '' })],
    ['more decimals than the paid token has', () => estimate({ amount: '1.1234567890123456789' })],
    ['more decimals than the received token has', () => estimate({ side: 'receive', amount: '1.1234567' })],
    ['a rate that is none', () => estimate({}, '50', { ...offer, rate: '' })],
    ['a fee that is none', () => estimate({}, '50', { ...offer, fee_percent: '' })],
  ])('is none: %s', (_, make) => expect(make()).toBe(null));

  test.each([
    ['0.99', '50', { problem: 'too_small', figure: '1', token: 'ZST', needed: null }],
    ['1', '50', null],
    ['50', '50', null],
    ['50.1', '50', { problem: 'insufficient', figure: '50', token: 'ZST', needed: null }],
    ['100.1', '50', { problem: 'insufficient', figure: '50', token: 'ZST', needed: null }],
    ['100.1', '200', { problem: 'too_large', figure: '100', token: 'ZST', needed: null }],
    ['60', null, null],
  ])('%s of %s by its bounds: %j', (amount, available, expected) => {
    expect(estimate({ amount }, available)?.judgement).toEqual(expected);
  });

  test('bounds that are none bound nothing', () => {
    const open = { ...offer, minimum: '', maximum: '' };
    expect(estimate({ amount: '1000' }, '5000', open)?.judgement).toBe(null);
    expect(estimate({ amount: '0.01' }, '5000', open)?.judgement).toBe(null);
  });

  test('is by the pair that the form names, in that direction', () => {
    const pair = (base: string, quote: string, exchange: ExchangeOffer | null) =>
      ({ base, quote, exchange }) as never;
    const rates = {
      pairs: [pair('USDT', 'ZST', null), pair('ZST', 'STO', null), pair('ZST', 'USDT', offer)],
      currencies: [],
      as_of: '2026-11-23T00:00:00Z',
    } as never;
    expect(offerFor(values, rates)).toBe(offer);
    expect(offerFor({ ...values, to: 'STO' }, rates)).toBe(null);
    expect(offerFor({ ...values, from: 'STO' }, rates)).toBe(null);
    expect(offerFor(values, null)).toBe(null);
  });
});
