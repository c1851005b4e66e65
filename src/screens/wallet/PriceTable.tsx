import { ScrollBox } from '../../components/base/ScrollBox.tsx';
import { Amount } from '../../components/money/Amount.tsx';
import { instantText } from '../core/dates.ts';
import { useTexts } from '../core/useTexts.ts';
import { useValues } from '../core/valueCurrency.tsx';
import { type PricePoint, priceDigits } from './prices.ts';

interface Props {
  symbol: string;
  points: readonly PricePoint[];
}

/** The prices of the chart as a table, newest first. */
export function PriceTable({ symbol, points }: Props) {
  const { t, locale, amountLabels } = useTexts('wallet');
  const { currency, convert } = useValues();
  const caption = t('wallet:prices.title', { token: symbol });
  return (
    <ScrollBox label={caption}>
      <table className="w-full">
        <caption className="sr-only">{caption}</caption>
        <thead className="sticky top-0 bg-surface text-left text-muted text-sm">
          <tr>
            <th scope="col" className="py-2 font-medium">
              {t('wallet:prices.time')}
            </th>
            <th scope="col" className="py-2 text-right font-medium">
              {t('wallet:prices.price', { currency })}
            </th>
          </tr>
        </thead>
        <tbody>
          {points
            .toReversed()
            .map(({ at, price }) => ({ at, price: convert(price) }))
            .map(({ at, price }) => (
              <tr key={at} className="border-line border-t">
                <th scope="row" className="py-2 text-left font-normal">
                  {instantText(at, locale)}
                </th>
                <td className="py-2 text-right">
                  <Amount {...priceDigits(price)} value={price} locale={locale} labels={amountLabels} />
                </td>
              </tr>
            ))}
        </tbody>
      </table>
    </ScrollBox>
  );
}
