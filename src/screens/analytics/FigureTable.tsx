import type { Analytics } from '../../../contract/analytics.ts';
import { ScrollBox } from '../../components/base/ScrollBox.tsx';
import { Amount } from '../../components/money/Amount.tsx';
import { periodText } from '../core/dates.ts';
import { useTexts } from '../core/useTexts.ts';
import { useValues } from '../core/valueCurrency.tsx';
import { isMoney } from './figures.ts';

interface Props {
  buckets: Analytics['buckets'];
  isHidden: boolean;
}

/** The same figures in words and numbers, by event, newest first. */
export function FigureTable({ buckets, isHidden }: Props) {
  const { t, locale, amountLabels } = useTexts('analytics', 'transactions');
  const { currency, convert } = useValues();
  return (
    <ScrollBox label={t('analytics:overTime')}>
      <table className="w-full">
        <caption className="sr-only">{t('analytics:overTime')}</caption>
        <thead className="sticky top-0 bg-surface text-left text-muted text-sm">
          <tr>
            <th scope="col" className="py-2 pr-3 font-medium">
              {t('analytics:period')}
            </th>
            <th scope="col" className="py-2 pr-3 font-medium">
              {t('analytics:type')}
            </th>
            <th scope="col" className="py-2 pr-3 text-right font-medium">
              {t('analytics:count')}
            </th>
            <th scope="col" className="py-2 text-right font-medium">
              {t('analytics:valueIn', { currency })}
            </th>
          </tr>
        </thead>
        <tbody>
          {buckets.toReversed().map(({ period, type, count, value }) => (
            <tr key={`${period} ${type}`} className="border-line border-t">
              <th scope="row" className="py-2 pr-3 text-left font-normal">
                {periodText(period, locale)}
              </th>
              <td className="py-2 pr-3">{t(`analytics:types.${type}`)}</td>
              <td className="py-2 pr-3 text-right tabular-nums">{count.toLocaleString(locale)}</td>
              <td className="py-2 text-right">
                {isMoney({ type, value }) ? (
                  <Amount
                    value={convert(value)}
                    locale={locale}
                    labels={amountLabels}
                    maximumFractionDigits={2}
                    isHidden={isHidden}
                  />
                ) : (
                  <span className="text-muted">—</span>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollBox>
  );
}
