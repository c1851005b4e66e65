import { Amount } from '../../components/money/Amount.tsx';
import { useTexts } from '../core/useTexts.ts';
import { useValues } from '../core/valueCurrency.tsx';
import { PointTable } from './PointTable.tsx';
import { type PricePoint, priceDigits } from './prices.ts';

interface Props {
  symbol: string;
  points: readonly PricePoint[];
}

/** The prices of the chart as a table, newest first. */
export function PriceTable({ symbol, points }: Props) {
  const { t, locale, amountLabels } = useTexts('wallet');
  const { currency, convert } = useValues();
  return (
    <PointTable
      caption={t('wallet:prices.title', { token: symbol })}
      heading={t('wallet:prices.price', { currency })}
      points={points.map(({ at, price }) => ({ at, price: convert(price) }))}
      figure={({ price }) => (
        <Amount {...priceDigits(price)} value={price} locale={locale} labels={amountLabels} />
      )}
    />
  );
}
