import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { knownRate } from '../../contract/money.ts';
import type { WalletToken } from '../../contract/wallet.ts';
import { PageTitle } from '../../src/components/base/PageTitle.tsx';
import type { KeptCurrency } from '../../src/machines/shell/currencyMachine.ts';
import { GrandTotal } from '../../src/screens/analytics/Totals.tsx';
import { ShownCurrency, useValues } from '../../src/screens/core/valueCurrency.tsx';
import { CurrencyChoice } from '../../src/screens/profile/CurrencyChoice.tsx';
import { BalanceSection } from '../../src/screens/wallet/BalanceSection.tsx';
import TokenRow from '../../src/screens/wallet/TokenRow.tsx';
import { currencyActor } from '../support/currency.ts';
import { draw, expectPresentable, languages, text } from './draw.tsx';

const since = '2026-11-20T09:00:00.000Z';
const euro = { currency: 'EUR', rate: '0.9259', since };
const inEuro = { currency: 'EUR', rate: knownRate('0.9259') };

function Value({ usdt, told }: { usdt: string | null; told?: string }) {
  const { currency, convert } = useValues(told);
  return (
    <p>
      {convert(usdt) ?? 'unknown'} {currency}
    </p>
  );
}

test.each([
  ['100', '92.59 EUR'],
  ['-0.000001', '-0.0000009259 EUR'],
  ['0.000000000000000001', '0 EUR'],
  [
    `${'9'.repeat(60)}.000001`,
    `92589999999999999999999999999999999999999999999999999999999999.0741009259 EUR`,
  ],
  ['', ' EUR'],
  ['1e9', '1e9 EUR'],
  [null, 'unknown EUR'],
])('%s USDT are shown as %s', (usdt, shown) => {
  draw(
    <ShownCurrency value={inEuro}>
      <Value usdt={usdt} />
    </ShownCurrency>,
  );
  if (usdt?.startsWith('9999'))
    expect(document.querySelector('p')?.textContent).toMatch(/^92589\d{55,}\.\d+ EUR$/);
  else expect(document.querySelector('p')?.textContent).toBe(shown);
});

test('without a rate, and of what was told in another currency, values stay as they were told', () => {
  draw(
    <>
      <Value usdt="100" />
      <ShownCurrency value={inEuro}>
        <Value usdt="100" told="GBP" />
      </ShownCurrency>
    </>,
  );
  expect([...document.querySelectorAll('p')].map((line) => line.textContent)).toEqual([
    '100 USDT',
    '100 GBP',
  ]);
});

const zst: WalletToken = {
  ...{ symbol: 'ZST', name: 'Zesto', decimals: 18 },
  ...{ total: '400', available: '400', pending: '0', frozen: '0' },
  ...{ price: '0.25', price_as_of: since, price_is_old: false, value: '100', change_24h: '1.5' },
  ...{ withdrawals_enabled: true, minimum_withdrawal: '1' },
};

test('the total, a row and the sums of analytics are converted; the balance itself is not', () => {
  const sums = { total: '100', available: '100', pending: '0', frozen: '0' };
  draw(
    <ShownCurrency value={inEuro}>
      <BalanceSection
        wallet={{ currency: 'USDT', as_of: since, tokens: [zst], ...sums }}
        isHidden={false}
        onOpen={() => {}}
      />
      <TokenRow token={zst} currency="USDT" sparkline={() => null} isHidden={false} />
      <GrandTotal
        totals={[{ type: 'transaction_deposit', count: 1, value: '100', unpriced: 0 }]}
        isHidden={false}
        isEverything
        isAllTime={false}
      />
    </ShownCurrency>,
  );
  expect(text().match(/92\.59 EUR/g)).toHaveLength(5);
  expect(text()).toContain('400.00');
  expect(text()).toContain('Values in EUR use the latest rate.');
  expect(text()).not.toContain('USDT');
});

const pictured = languages.flatMap((language) =>
  (
    [
      ['USDT', { chosen: 'USDT', rates: [euro] }],
      ['a known rate', { chosen: 'EUR', rates: [euro] }],
      ['an unknown rate', { chosen: 'RUB', rates: [euro] }],
    ] as const satisfies [string, KeptCurrency][]
  ).map(([name, kept]) => [language, name, kept] as const),
);

test.each(pictured)('the choice in %s with %s', async (language, _, kept) => {
  draw(
    <>
      <PageTitle>Zesto</PageTitle>
      <CurrencyChoice currency={currencyActor(kept)} />
    </>,
    language,
  );
  await expectPresentable();
});

test('a choice without a rate says that values stay in USDT, and one with a rate says which and from when', async () => {
  const actor = currencyActor({ chosen: 'USDT', rates: [euro] });
  draw(<CurrencyChoice currency={actor} />);
  const user = userEvent.setup();
  await user.click(screen.getByRole('radio', { name: 'RUB' }));
  expect(screen.getByRole('status').textContent).toBe(
    'We don’t know the rate of RUB now. Values are shown in USDT.',
  );
  await user.click(screen.getByRole('radio', { name: 'EUR' }));
  expect(text(screen.getByRole('status'))).toMatch(/^1 USDT = 0\.9259 EUR\. Updated: /);
});
