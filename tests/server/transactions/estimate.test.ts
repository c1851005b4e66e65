import fc from 'fast-check';
import { expect, test } from 'vitest';
import { printMoney } from '../../../contract/money.ts';
import { tokens } from '../../../contract/tokens.ts';
import { usualCooling } from '../../../server/payments/cooling.ts';
import { usualLimits } from '../../../server/payments/limits.ts';
import { type ChainGas, leavingFees } from '../../../server/payments/networkFee.ts';
import { makeQuote } from '../../../server/payments/quotes.ts';
import { requireListing } from '../../../server/tokens/listings.ts';
import { estimatePayment } from '../../../src/machines/money/paymentEstimate.ts';
import { setRate } from '../../support/exchange.ts';
import { fund, outside, quote } from '../../support/payments.ts';
import { register, testServer } from '../../support/server.ts';

const server = testServer();

const problems = {
  too_small: 'AMOUNT_TOO_SMALL',
  too_large: 'AMOUNT_TOO_LARGE',
  insufficient: 'INSUFFICIENT_BALANCE',
  unverified: 'KYC_REQUIRED',
  day: 'LIMIT_EXCEEDED',
  month: 'LIMIT_EXCEEDED',
  own: 'LIMIT_EXCEEDED',
} as const;

test('the wallet tells what the quote asks for leaving, and the most that is paid at once', async () => {
  const { it } = server;
  const person = await register(it);
  await fund(it, person, 'USDT', '100');
  const wallet = (await it.get('/wallet', { token: person.token })).body.data;
  const quoted = (await quote(it, person, { kind: 'withdraw', amount: '10' })).body.data;
  const usdt = wallet.tokens.find(({ symbol }: { symbol: string }) => symbol === 'USDT');
  expect(usdt).toMatchObject({ withdrawal_fee: quoted.fee.amount, maximum_payment: '1000000' });
  expect(estimatePayment({ amount: '10', most: '' }, usdt, wallet.limits)).toEqual({
    isFree: false,
    amount: quoted.amount,
    fee: quoted.fee.amount,
    total: quoted.total,
    judgement: null,
    isForAll: false,
  });
});

test('what is estimated while one types is what the quote says, to the last digit, and is refused for the same reason', async () => {
  const { it } = server;
  const person = await register(it);
  await setRate(it, 'ZST/USDT', '0.25');
  await setRate(it, 'ETH/USDT', '3000.57');
  await fund(it, person, 'ZST', '50000');
  await fund(it, person, 'USDT', '7000.000001');
  await quote(it, person, { kind: 'withdraw', amount: '10' });
  const { query } = it.database;
  const at = it.clock.now();
  const { limits } = (await it.get('/wallet', { token: person.token })).body.data;
  const held = { ZST: '50000', USDT: '7000.000001' };
  const price = { ZST: '0.25', USDT: '1' };
  let told = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom('ZST' as const, 'USDT' as const),
      fc.bigInt({ min: 1n, max: 10n ** 12n }),
      fc.bigInt({ min: 1n, max: 200n * 10n ** 9n }),
      fc.boolean(),
      async (token, part, gasPrice, isMost) => {
        const chainGas: ChainGas = {
          coin: 'ETH',
          margin: 25,
          gasPrice: () => gasPrice,
          gasOf: () => 65_000n,
        };
        const world = { chainGas, priceAge: 7_200_000, at };
        const listing = await requireListing(query, token);
        const [leaving] = await leavingFees(query, [listing], world);
        const print = (minor: bigint) => printMoney({ token: listing, minor });
        const amount = print((part * 10n ** BigInt(tokens[token].decimals)) / 10n ** 7n + 1n);
        const guess = estimatePayment(
          { amount, most: isMost ? 'yes' : '' },
          {
            ...{ symbol: token, name: token, decimals: listing.decimals, available: held[token] },
            ...{ total: held[token], pending: '0', frozen: '0', value: null, change_24h: null },
            ...{ price: price[token], price_as_of: null, price_is_old: false, withdrawals_enabled: true },
            minimum_withdrawal: print(listing.minimum),
            withdrawal_fee: print(leaving?.fee ?? 0n),
            maximum_payment: print(listing.maximum),
          },
          limits,
        );
        const quoted = await makeQuote(
          query,
          { kind: 'withdraw', token, amount: isMost ? 'max' : amount, to: outside },
          {
            ...{
              payerId: person.id,
              hasNetwork: true,
              network: null,
              limits: usualLimits,
              cooling: usualCooling,
            },
            ...world,
          },
        ).catch((error: unknown) => error);
        if (guess?.judgement) {
          expect(quoted).toMatchObject({ code: problems[guess.judgement.problem] });
        } else {
          told += 1;
          expect(quoted).toMatchObject({
            amount: guess?.amount,
            total: guess?.total,
            fee: { amount: guess?.fee, token },
          });
        }
      },
    ),
    { numRuns: 300 },
  );
  expect(told).toBeGreaterThan(30);
});
