import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { parseMoney } from '../../../contract/money.ts';
import { type TokenSymbol, tokenSymbols, tokens } from '../../../contract/tokens.ts';
import { balancesOf } from '../../../server/ledger/accounts.ts';
import { hasEngine } from '../../support/database.ts';
import { exchangeBy, richPerson, setRate } from '../../support/exchange.ts';
import { testServer } from '../../support/server.ts';

const server = testServer();
const rate = { ZST: '0.253117', STO: '3.391007', USDT: '1' };

beforeAll(async () => {
  if (!hasEngine()) return;
  await setRate(server.it, 'ZST/USDT', rate.ZST);
  await setRate(server.it, 'STO/USDT', rate.STO);
});

const minor = (token: TokenSymbol, text: string) => {
  const money = parseMoney(text, tokens[token]);
  if (!money.ok) throw new Error(`${text} is ${money.problem}`);
  return money.value.minor;
};

/** A share of what is there, so that most requests can be met: the last is a little more than all of it. */
const step = fc.record({
  from: fc.constantFrom(...tokenSymbols),
  to: fc.constantFrom(...tokenSymbols),
  side: fc.constantFrom('pay' as const, 'receive' as const),
  amount: fc
    .tuple(fc.integer({ min: 0, max: 400 }), fc.bigInt({ min: 0n, max: 10n ** 6n - 1n }))
    .map(([whole, fraction]) => `${whole}.${fraction.toString().padStart(6, '0')}`),
});

test('whatever is exchanged, tokens only change hands, by what was told, and never for more than they are worth', async () => {
  const { it } = server;
  const { token, id } = await richPerson(it, { ZST: '1000', STO: '100', USDT: '300' });
  const owned = async () => {
    const balances = await balancesOf(it.database.query, id);
    return Object.fromEntries(balances.map((balance) => [balance.token, balance.available]));
  };
  let made = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 6 }), async (steps) => {
      for (const { from, to, side, amount } of steps) {
        const before = await owned();
        const quote = await it.post('/exchange/quotes', { from, to, [side]: amount }, { token });
        const body = quote.status === 201 ? await exchangeBy(it, token, quote.body.data.id) : null;
        const after = await owned();
        if (!body) {
          expect(quote.status).toBe(422);
          expect(after).toEqual(before);
          continue;
        }
        const { pay, receive, fee } = body.body.data;
        const [paid, received] = [minor(from, pay), minor(to, receive)];
        expect(after).toEqual({
          ...before,
          [from]: (before[from] ?? 0n) - paid,
          [to]: (before[to] ?? 0n) + received,
        });
        if (side === 'receive') expect(received).toBe(minor(to, amount));
        if (side === 'pay') expect(paid).toBe(minor(from, amount));
        // Both sides in the same unit: 10⁻⁶ of a USDT's 10⁻¹⁸.
        const worth = (symbol: TokenSymbol, units: bigint) =>
          units * 10n ** BigInt(18 - tokens[symbol].decimals) * minor('USDT', rate[symbol]);
        expect(worth(to, received)).toBeLessThan(worth(from, paid - minor(from, fee.amount)));
        made += 1;
      }
      const audit = (await it.operator('GET', '/audit')).body.data;
      expect(audit.faults).toEqual([]);
    }),
    { numRuns: 50 },
  );
  expect(made).toBeGreaterThan(20);
  const sums = await it.database.query('SELECT sum(posted) AS sum FROM ledger_accounts GROUP BY token');
  expect(sums).toEqual([{ sum: '0' }, { sum: '0' }, { sum: '0' }]);
});
