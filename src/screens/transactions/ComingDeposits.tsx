import { useSelector } from '@xstate/react';
import { isFinal, transactionSteps } from '../../../contract/statuses.ts';
import type { Transaction } from '../../../contract/transactions.ts';
import { Button } from '../../components/base/Button.tsx';
import { Card } from '../../components/base/Card.tsx';
import { Link } from '../../components/base/Link.tsx';
import { Skeleton } from '../../components/base/Skeleton.tsx';
import { StatusBadge } from '../../components/base/StatusBadge.tsx';
import { leaveFocus } from '../../components/base/takeLostFocus.ts';
import { Amount } from '../../components/money/Amount.tsx';
import type { DepositsRef } from '../../machines/money/transactionsArea.ts';
import { instantText } from '../core/dates.ts';
import { useTexts } from '../core/useTexts.ts';
import { statusTones } from '../history/moves.ts';
import { OnChain } from '../history/OnChain.tsx';

interface Props {
  token: string;
  deposits: DepositsRef;
  isHidden: boolean;
}

/** Deposits that the network shows and that are not credited yet, or failed. */
export function ComingDeposits({ token, deposits, isHidden }: Props) {
  const { t } = useTexts('transactions');
  const { data: last, dataKey, key, failure, loadedAt } = useSelector(deposits, (state) => state.context);
  // Before the deposits of a newly chosen token are read, nobody knows whether there are any.
  const data = dataKey === key ? last : null;
  const isSlow = useSelector(deposits, (state) => state.hasTag('slow'));
  const isBusy = useSelector(deposits, (state) => state.hasTag('busy')) && !isSlow;
  const coming = data?.data.filter((line) => line.token === token && isNews(line, loadedAt ?? 0));
  return (
    <section
      aria-labelledby="deposits"
      aria-busy={!data && isBusy}
      className="w-full max-w-flow min-[75rem]:max-w-none"
    >
      <Card className="flex flex-col gap-3">
        <h2 id="deposits" className="font-semibold">
          {t('transactions:receive.deposits')}
        </h2>
        {coming?.map((line) => (
          <Deposit key={line.id} line={line} isHidden={isHidden} />
        ))}
        {coming?.length === 0 && <p className="text-muted text-sm">{t('transactions:receive.none')}</p>}
        {!data && !failure && !isSlow && (
          <>
            <p role="status" className="sr-only">
              {t('common:loading')}
            </p>
            <Skeleton className="h-16" />
          </>
        )}
        {(failure || isSlow) && (
          <div ref={leaveFocus} role="alert" className="flex flex-col items-start gap-2">
            <p className="text-sm">
              {t(failure ? 'transactions:receive.depositsFailed' : 'common:form.slow')}
            </p>
            <Button
              variant="secondary"
              isPending={isBusy}
              onPress={() => deposits.send({ type: 'refresh.requested' })}
            >
              {t('common:actions.tryAgain')}
            </Button>
          </div>
        )}
      </Card>
    </section>
  );
}

const day = 24 * 60 * 60 * 1000;

/** Whether a deposit is on its way, or failed so recently that the person may still wait for it. */
function isNews({ status, updated_at }: Transaction, now: number): boolean {
  return status === 'failed' ? now - Date.parse(updated_at) < day : !isFinal(transactionSteps, status);
}

function Deposit({ line, isHidden }: { line: Transaction; isHidden: boolean }) {
  const { t, locale, amountLabels } = useTexts('transactions');
  return (
    <div className="flex flex-col gap-3 border-line border-t pt-3">
      <div className="flex flex-wrap items-start justify-between gap-2">
        <div className="flex flex-col">
          <Amount
            value={line.amount}
            token={line.token}
            locale={locale}
            labels={amountLabels}
            isHidden={isHidden}
          />
          <Link href={`/transactions/history?id=${line.id}`} className="text-sm">
            {instantText(line.created_at, locale)}
          </Link>
        </div>
        <StatusBadge tone={statusTones[line.status]}>{t(`transactions:statuses.${line.status}`)}</StatusBadge>
      </div>
      {line.reason && (
        <p className="text-sm">{t(`transactions:reasons.${line.reason}`, { token: line.token })}</p>
      )}
      <OnChain transaction={line} />
    </div>
  );
}
