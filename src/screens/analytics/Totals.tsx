import type { Analytics } from '../../../contract/analytics.ts';
import { valueToken } from '../../../contract/tokens.ts';
import { Amount } from '../../components/Amount.tsx';
import { Card } from '../../components/Card.tsx';
import { type DataColumn, DataTable } from '../../components/DataTable.tsx';
import { useAnalyticsWords } from './analyticsWords.ts';
import { sumOf } from './figures.ts';

interface Props {
  totals: Analytics['totals'];
  isHidden: boolean;
}

type Total = Analytics['totals'][number];

/** All of it together, and by what it was. */
export function Totals({ totals, isHidden }: Props) {
  const { t, locale, amountLabels } = useAnalyticsWords();
  const all = sumOf(totals);
  const worth = (value: string, size: 'base' | 'xl') => (
    <Amount
      value={value}
      token={valueToken.symbol}
      locale={locale}
      labels={amountLabels}
      maximumFractionDigits={2}
      isHidden={isHidden}
      size={size}
    />
  );
  const columns: DataColumn<Total, 'type' | 'count' | 'value'>[] = [
    {
      id: 'type',
      label: t('analytics:type'),
      isRowHeader: true,
      cell: ({ type }) => t(`analytics:types.${type}`),
    },
    {
      id: 'count',
      label: t('analytics:count'),
      isNumeric: true,
      cell: ({ count }) => count.toLocaleString(locale),
    },
    {
      id: 'value',
      label: t('analytics:value'),
      isNumeric: true,
      cell: ({ value }) => worth(value, 'base'),
    },
  ];
  return (
    <section aria-labelledby="analytics-totals" className="flex flex-col gap-3">
      <h2 id="analytics-totals" className="font-semibold text-lg">
        {t('analytics:totals')}
      </h2>
      <Card className="flex flex-col gap-4">
        <p role="status" className="flex flex-wrap items-baseline gap-x-2">
          <span className="font-semibold text-xl tabular-nums">
            {t('analytics:total', { count: all.count })}
          </span>
          <span className="text-muted">{t('analytics:worth')}</span>
          {worth(all.value, 'xl')}
        </p>
        {all.unpriced > 0 && (
          <p className="text-muted text-sm">{t('analytics:unpriced', { count: all.unpriced })}</p>
        )}
        <DataTable
          caption={t('analytics:totals')}
          columns={columns}
          rows={totals}
          rowKey={({ type }) => type}
        />
      </Card>
    </section>
  );
}
