import { amountText } from '../../../contract/amountParts.ts';
import type { TotalHistory } from '../../../contract/portfolio.ts';
import { Chart } from '../../components/chart/Chart.tsx';
import { Amount } from '../../components/money/Amount.tsx';
import { Change } from '../../components/money/Change.tsx';
import { instantText } from '../core/dates.ts';
import { useTexts } from '../core/useTexts.ts';
import { useValues } from '../core/valueCurrency.tsx';
import { PointTable } from '../wallet/PointTable.tsx';
import { useChangeLabels } from '../wallet/useChangeLabels.ts';
import { axisFormat, axisTotals, knownPoints, type TotalPoint } from './totals.ts';

interface Props {
  /** Has at least two known values. */
  history: TotalHistory;
  isHidden: boolean;
}

const digits = { maximumFractionDigits: 2 } as const;

/** The chart of a total. Above it is the change over the range, or the total that is pointed at. */
export function TotalChart({ history, isHidden }: Props) {
  const { t, locale, amountLabels } = useTexts('wallet');
  const changeLabels = useChangeLabels();
  const { change, without_price } = history;
  const { currency, isConverted, convert } = useValues(history.currency);
  const points = knownPoints(history);
  const times = points.map(({ at }) => Date.parse(at));
  const axis = new Intl.DateTimeFormat(locale, axisFormat((times.at(-1) ?? 0) - (times[0] ?? 0)));
  const figures = axisTotals(locale);
  const shared = { ...digits, token: currency, locale, labels: amountLabels, isHidden };
  const words = ({ at, value }: TotalPoint) => {
    const said = isHidden
      ? amountLabels.hidden
      : `${amountText(convert(value), locale, digits)}\u00a0${currency}`;
    return `${instantText(at, locale)}: ${said}`;
  };
  return (
    <Chart
      kind="line"
      isLow
      label={t('wallet:history.title')}
      description={[
        t('wallet:history.keys'),
        without_price.length > 0 && t('wallet:history.withoutPrice', { tokens: without_price.join(', ') }),
        isConverted && t('common:valueCurrency.latest', { currency }),
      ]
        .filter((line) => line !== false)
        .join(' ')}
      brokenLabel={t('wallet:history.broken')}
      fallback={
        <PointTable
          caption={t('wallet:history.title')}
          heading={t('wallet:balances.total')}
          points={points}
          figure={({ value }) => <Amount {...shared} value={convert(value)} />}
        />
      }
      points={points.map((point) => ({
        at: Date.parse(point.at),
        figure: Number(convert(point.value)),
        words: words(point),
      }))}
      formatTime={(at) => axis.format(at)}
      formatFigure={(figure) => (isHidden ? '' : figures.format(figure))}
    >
      {(index) => {
        const point = index === null ? undefined : points[index];
        return (
          <p className="flex min-h-7 flex-wrap items-baseline gap-x-3">
            {point ? (
              <>
                <Amount {...shared} value={convert(point.value)} size="lg" />
                <span className="text-muted text-sm tabular-nums">{instantText(point.at, locale)}</span>
              </>
            ) : (
              change && (
                <>
                  <span className="sr-only">{t('wallet:history.change')}: </span>
                  <Amount {...shared} value={convert(change.value)} signDisplay="always" size="lg" />
                  {change.percent !== null && (
                    <Change value={change.percent} locale={locale} labels={changeLabels} />
                  )}
                </>
              )
            )}
          </p>
        );
      }}
    </Chart>
  );
}
