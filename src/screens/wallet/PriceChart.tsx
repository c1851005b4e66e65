import { amountText } from '../../../contract/amountParts.ts';
import { Chart } from '../../components/chart/Chart.tsx';
import { Amount } from '../../components/money/Amount.tsx';
import { Change } from '../../components/money/Change.tsx';
import { instantText } from '../core/dates.ts';
import { useTexts } from '../core/useTexts.ts';
import { useValues } from '../core/valueCurrency.tsx';
import { PriceTable } from './PriceTable.tsx';
import { axisPrices, type PricePoint, percentBetween, priceDigits } from './prices.ts';
import { useChangeLabels } from './useChangeLabels.ts';

interface Props {
  symbol: string;
  range: string;
  /** At least one, oldest first. */
  points: readonly PricePoint[];
  /** Whether a chart that could not be drawn has the table below it. */
  hasTable: boolean;
}

/** A chart of a price over a range. The figure above it is the point under the pointer, or else the last one. */
export function PriceChart({ symbol, range, points, hasTable }: Props) {
  const { t, locale, amountLabels } = useTexts('wallet');
  const { currency, convert } = useValues();
  const changeLabels = useChangeLabels();
  const axis = new Intl.DateTimeFormat(locale, axisFormat(range));
  const figures = axisPrices(locale);
  const words = (point: PricePoint) => {
    const price = convert(point.price);
    const figure = amountText(price, locale, priceDigits(price));
    return `${instantText(point.at, locale)}: ${figure}\u00a0${currency}`;
  };
  return (
    <Chart
      kind="line"
      label={t('wallet:prices.title', { token: symbol })}
      hint={t('wallet:prices.keys')}
      touchHint={t('wallet:prices.touch')}
      brokenLabel={t('wallet:prices.broken')}
      fallback={hasTable && <PriceTable symbol={symbol} points={points} />}
      points={points.map((point) => ({
        at: Date.parse(point.at),
        figure: Number(convert(point.price)),
        words: words(point),
      }))}
      formatTime={(at) => axis.format(at)}
      formatFigure={(figure) => figures.format(figure)}
    >
      {(index) => {
        const point = points[index ?? points.length - 1];
        return (
          point && (
            <p className="flex flex-wrap items-baseline gap-x-3">
              <Amount
                {...priceDigits(convert(point.price))}
                value={convert(point.price)}
                token={currency}
                locale={locale}
                labels={amountLabels}
                size="xl"
              />
              <Change
                value={percentBetween(points[0]?.price, point.price)}
                locale={locale}
                labels={changeLabels}
              />
              <span className="text-muted text-sm tabular-nums">{instantText(point.at, locale)}</span>
            </p>
          )
        );
      }}
    </Chart>
  );
}

function axisFormat(range: string): Intl.DateTimeFormatOptions {
  if (range === 'day') return { timeStyle: 'short' };
  return range === 'year' ? { month: 'short', year: 'numeric' } : { day: 'numeric', month: 'short' };
}
