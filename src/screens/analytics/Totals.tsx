import type { Analytics } from '../../../contract/analytics.ts';
import { valueToken } from '../../../contract/tokens.ts';
import { Card } from '../../components/base/Card.tsx';
import { type DataColumn, DataTable } from '../../components/base/DataTable.tsx';
import { Amount, type AmountProps } from '../../components/money/Amount.tsx';
import { useTexts } from '../core/useTexts.ts';
import { sumOf } from './figures.ts';

interface Props {
  totals: Analytics['totals'];
  isHidden: boolean;
}

type Total = Analytics['totals'][number];

/** All of it together. */
export function GrandTotal({ totals, isHidden }: Props) {
  const { t } = useTexts('analytics', 'transactions');
  const all = sumOf(totals);
  return (
    <Card className="flex flex-col gap-1">
      <p role="status" className="flex flex-wrap items-baseline gap-x-2">
        <span className="font-semibold text-xl tabular-nums">
          {t('analytics:total', { count: all.count })}
        </span>
        <span className="text-muted">{t('analytics:worth')}</span>
        <Worth value={all.value} isHidden={isHidden} size="xl" />
      </p>
      {all.unpriced > 0 && (
        <p className="text-muted text-sm">{t('analytics:unpriced', { count: all.unpriced })}</p>
      )}
    </Card>
  );
}

interface WorthProps extends Pick<Props, 'isHidden'>, Pick<AmountProps, 'size'> {
  value: string;
}

function Worth(props: WorthProps) {
  const { locale, amountLabels } = useTexts('analytics', 'transactions');
  return (
    <Amount
      {...props}
      token={valueToken.symbol}
      locale={locale}
      labels={amountLabels}
      maximumFractionDigits={2}
    />
  );
}

/** The same by what it was. */
export function Totals({ totals, isHidden }: Props) {
  const { t, locale } = useTexts('analytics', 'transactions');
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
      cell: ({ value }) => <Worth value={value} isHidden={isHidden} />,
    },
  ];
  return (
    <section aria-labelledby="analytics-totals" className="flex flex-col gap-3">
      <h2 id="analytics-totals" className="font-semibold text-lg">
        {t('analytics:totals')}
      </h2>
      <DataTable
        caption={t('analytics:totals')}
        columns={columns}
        rows={totals}
        rowKey={({ type }) => type}
      />
    </section>
  );
}
