import type { Analytics } from '../../../contract/analytics.ts';
import { Card } from '../../components/base/Card.tsx';
import { type DataColumn, DataTable } from '../../components/base/DataTable.tsx';
import { Row, RowLabel } from '../../components/base/Row.tsx';
import { Amount, type AmountProps } from '../../components/money/Amount.tsx';
import { useTexts } from '../core/useTexts.ts';
import { useValues } from '../core/valueCurrency.tsx';
import { flowsOf, isMoney, sumOf } from './figures.ts';

interface Props {
  totals: Analytics['totals'];
  isHidden: boolean;
}

type Total = Analytics['totals'][number];

interface GrandProps extends Props, Pick<Analytics, 'fees'> {
  isEverything: boolean;
  /** Whether no dates are chosen, which nothing else on the page says. */
  isAllTime: boolean;
}

/**
 * The total over all periods. Without a chosen event (`isEverything`), shows incoming, outgoing and the difference, because a sum of both
 * would be meaningless.
 */
export function GrandTotal({ totals, fees, isHidden, isEverything, isAllTime }: GrandProps) {
  const { t } = useTexts('analytics', 'transactions');
  const all = sumOf(totals);
  const { currency, isConverted } = useValues();
  const flows = isEverything ? flowsOf(totals) : null;
  const paid = isEverything && fees && (flows || /[1-9]/.test(fees.value)) ? fees : null;
  const figures = [
    ...(flows ? (['in', 'out', 'net'] as const).map((flow) => [flow, flows[flow]] as const) : []),
    ...(paid ? [['fees', paid.value] as const] : []),
  ];
  return (
    <Card className="flex flex-col gap-3">
      <p role="status" className="flex flex-wrap items-baseline gap-x-2">
        <span className="font-semibold text-xl">{t('analytics:total', { count: all.count })}</span>
        {isAllTime && <span className="text-muted text-sm">{t('analytics:allTime')}</span>}
        {!isEverything && (
          <>
            <span className="text-muted">{t('analytics:worth')}</span>
            <Worth value={all.value} isHidden={isHidden} size="xl" />
          </>
        )}
      </p>
      {figures.length > 0 && (
        <dl className="grid grid-cols-1 gap-x-6 gap-y-2 sm:grid-cols-2 lg:grid-cols-4">
          {figures.map(([flow, value]) => (
            <div key={flow}>
              <dt className="text-muted text-sm">{t(`analytics:flows.${flow}`)}</dt>
              <dd>
                <Worth value={value} isHidden={isHidden} size="xl" />
              </dd>
            </div>
          ))}
        </dl>
      )}
      {flows && <p className="text-muted text-sm">{t('analytics:flows.rule')}</p>}
      {isConverted && <p className="text-muted text-sm">{t('common:valueCurrency.latest', { currency })}</p>}
      {paid && <p className="text-muted text-sm">{t('analytics:flows.feesRule')}</p>}
      {paid && paid.unpriced > 0 && (
        <p className="text-muted text-sm">{t('analytics:unpricedFees', { count: paid.unpriced })}</p>
      )}
      {all.unpriced > 0 && (
        <p className="text-muted text-sm">{t('analytics:unpriced', { count: all.unpriced })}</p>
      )}
    </Card>
  );
}

interface WorthProps extends Pick<Props, 'isHidden'>, Pick<AmountProps, 'size'> {
  value: string;
}

function Worth({ value, ...look }: WorthProps) {
  const { currency, convert } = useValues();
  const { locale, amountLabels } = useTexts('analytics', 'transactions');
  return (
    <Amount
      {...look}
      value={convert(value)}
      token={currency}
      locale={locale}
      labels={amountLabels}
      maximumFractionDigits={2}
    />
  );
}

/** Events without money have no value, instead of one of 0. */
function WorthOf({ total, isHidden }: Pick<Props, 'isHidden'> & { total: Total }) {
  if (!isMoney(total)) return <span className="text-muted">—</span>;
  return <Worth value={total.value} isHidden={isHidden} />;
}

export function Totals({ totals, isHidden }: Props) {
  const { t, locale } = useTexts('analytics', 'transactions');
  // Events of money first, and the others in their order below.
  const rows = [...totals.filter(isMoney), ...totals.filter((total) => !isMoney(total))];
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
      cell: (total) => <WorthOf total={total} isHidden={isHidden} />,
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
        rows={rows}
        rowKey={({ type }) => type}
        line={(total) => (
          <Row
            href={null}
            title={t(`analytics:types.${total.type}`)}
            under={t('analytics:total', { count: total.count })}
            value={
              <>
                <RowLabel>{t('analytics:value')}</RowLabel>
                <WorthOf total={total} isHidden={isHidden} />
              </>
            }
          />
        )}
      />
    </section>
  );
}
