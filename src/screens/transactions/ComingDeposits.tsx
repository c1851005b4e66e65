import { useSelector } from '@xstate/react';
import { isFinal, transactionSteps } from '../../../contract/statuses.ts';
import type { Transaction } from '../../../contract/transactions.ts';
import { Button } from '../../components/base/Button.tsx';
import { Card } from '../../components/base/Card.tsx';
import { Link } from '../../components/base/Link.tsx';
import { Skeleton } from '../../components/base/Skeleton.tsx';
import { StatusBadge } from '../../components/base/StatusBadge.tsx';
import { Amount } from '../../components/money/Amount.tsx';
import type { DepositsRef } from '../../machines/money/transactionsArea.ts';
import { instantText } from '../core/dates.ts';
import { useTexts } from '../core/useTexts.ts';
import { statusTones } from '../history/moves.ts';

interface Props {
  token: string;
  deposits: DepositsRef;
  isHidden: boolean;
}

/** Deposits that the network shows and that are not credited yet. */
export function ComingDeposits({ token, deposits, isHidden }: Props) {
  const { t } = useTexts('transactions');
  const { data, failure } = useSelector(deposits, (state) => state.context);
  const coming = data?.data.filter((line) => line.token === token && !isFinal(transactionSteps, line.status));
  return (
    <section aria-labelledby="deposits" aria-busy={!data && !failure}>
      <Card className="flex flex-col gap-3">
        <h2 id="deposits" className="font-semibold">
          {t('transactions:receive.deposits')}
        </h2>
        {coming?.map((line) => (
          <Deposit key={line.id} line={line} isHidden={isHidden} />
        ))}
        {coming?.length === 0 && <p className="text-muted text-sm">{t('transactions:receive.none')}</p>}
        {!data && !failure && <Skeleton className="h-16" />}
        {failure && (
          <div className="flex flex-col items-start gap-2">
            <p className="text-sm">{t('transactions:receive.depositsFailed')}</p>
            <Button variant="secondary" onPress={() => deposits.send({ type: 'refresh.requested' })}>
              {t('common:actions.tryAgain')}
            </Button>
          </div>
        )}
      </Card>
    </section>
  );
}

function Deposit({ line, isHidden }: { line: Transaction; isHidden: boolean }) {
  const { t, locale, amountLabels } = useTexts('transactions');
  return (
    <div className="flex flex-wrap items-center justify-between gap-2 border-line border-t pt-3">
      <div className="flex flex-col">
        <Amount
          value={line.amount}
          token={line.token}
          locale={locale}
          labels={amountLabels}
          isHidden={isHidden}
        />
        {line.confirmations && (
          <span className="text-sm tabular-nums">
            {t('transactions:details.confirmed', line.confirmations)}
          </span>
        )}
        <Link href={`/transactions/history?id=${line.id}`} className="text-sm">
          {instantText(line.created_at, locale)}
        </Link>
      </div>
      <StatusBadge tone={statusTones[line.status]}>{t(`transactions:statuses.${line.status}`)}</StatusBadge>
    </div>
  );
}
