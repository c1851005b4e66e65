import { amountText } from '../../../contract/amountParts.ts';
import type { Analytics } from '../../../contract/analytics.ts';
import { Chart } from '../../components/chart/Chart.tsx';
import { Amount } from '../../components/money/Amount.tsx';
import type { Measure } from '../../machines/analytics/analyticsViewMachine.ts';
import { periodText } from '../core/dates.ts';
import { useTexts } from '../core/useTexts.ts';
import { useValues } from '../core/valueCurrency.tsx';
import { byPeriod, type PeriodFigures, startOf } from './figures.ts';

interface Props {
  buckets: Analytics['buckets'];
  measure: Measure;
  isHidden: boolean;
}

const digits = { maximumFractionDigits: 2 } as const;

/** The counts or values by period; the pointed period, or the last one, is shown above. */
export function FigureChart({ buckets, measure, isHidden }: Props) {
  const { t, locale, amountLabels } = useTexts('analytics', 'transactions');
  const { currency, convert } = useValues();
  const periods = byPeriod(buckets);
  const last = periods.length - 1;
  const axis = new Intl.DateTimeFormat(locale, axisFormat(periods[0]?.period ?? ''));
  const figures = new Intl.NumberFormat(locale, {
    notation: 'compact',
    maximumFractionDigits: measure === 'count' ? 0 : 1,
  });
  const words = ({ period, count, value }: PeriodFigures) => {
    const worth = `${amountText(convert(value), locale, digits)}\u00a0${currency}`;
    return `${periodText(period, locale)}: ${t('analytics:total', { count })}${isHidden ? '' : `, ${worth}`}`;
  };
  return (
    <Chart
      kind="bars"
      label={measure === 'count' ? t('analytics:countOverTime') : t('analytics:valueOverTime', { currency })}
      hint={t('analytics:keys')}
      touchHint={t('analytics:touch')}
      brokenLabel={t('analytics:broken')}
      points={periods.map((figure) => ({
        at: startOf(figure.period),
        figure: measure === 'count' ? figure.count : Number(convert(figure.value)),
        words: words(figure),
      }))}
      formatTime={(at) => axis.format(at)}
      formatFigure={(figure) =>
        measure === 'count' && !Number.isInteger(figure) ? '' : figures.format(figure)
      }
    >
      {(index) => {
        const shown = periods[index ?? last];
        return (
          shown && (
            <p className="flex flex-wrap items-baseline gap-x-3">
              <span className="font-semibold tabular-nums">
                {t('analytics:total', { count: shown.count })}
              </span>
              <Amount
                {...digits}
                value={convert(shown.value)}
                token={currency}
                locale={locale}
                labels={amountLabels}
                isHidden={isHidden}
              />
              <span className="text-muted text-sm">{periodText(shown.period, locale)}</span>
            </p>
          )
        );
      }}
    </Chart>
  );
}

function axisFormat({ length }: string): Intl.DateTimeFormatOptions {
  if (length === 4) return { year: 'numeric' };
  return length === 7 ? { month: 'short', year: 'numeric' } : { day: 'numeric', month: 'short' };
}
