import { useSelector } from '@xstate/react';
import { exactText } from '../../../contract/amountParts.ts';
import type { Withdrawal } from '../../../contract/withdrawals.ts';
import { Dialog } from '../../components/base/Dialog.tsx';
import { OneLine } from '../../components/base/OneLine.tsx';
import { PageTitle } from '../../components/base/PageTitle.tsx';
import { StatusBadge } from '../../components/base/StatusBadge.tsx';
import { Amount } from '../../components/money/Amount.tsx';
import type { WithdrawalsAreaRef } from '../../machines/console/withdrawalsArea.ts';
import { instantText } from '../core/dates.ts';
import { useTexts } from '../core/useTexts.ts';
import { shortAddress } from '../history/moves.ts';
import { ReviewList } from './ReviewList.tsx';
import { RunningDecisions } from './RunningDecisions.tsx';
import { useOperatorText } from './useOperatorText.ts';
import { WithdrawalReview } from './WithdrawalReview.tsx';

/** Withdrawals that wait for a decision. */
export default function WithdrawalsScreen({ area }: { area: WithdrawalsAreaRef }) {
  const { t, locale } = useTexts('console');
  const list = useSelector(area, (snapshot) => snapshot.children.list);
  const { opened, decisions, operator } = useSelector(area, (snapshot) => snapshot.context);
  const decision = opened === null ? undefined : decisions[opened];
  const nameOf = ({ amount, token }: Withdrawal) => `${exactText(amount, locale)} ${token}`;
  return (
    <section aria-labelledby="page-title" className="flex flex-col gap-6">
      <PageTitle>{t('console:withdrawals.title')}</PageTitle>
      <RunningDecisions area={area} about={nameOf} />
      {list && (
        <ReviewList
          list={list}
          label={t('console:withdrawals.title')}
          empty={t('console:withdrawals.empty')}
          failed={t('console:withdrawals.failed')}
          itemKey={({ id }) => id}
          onOpen={(item) => area.send({ type: 'item.opened', item })}
        >
          {(item) => <Row item={item} />}
        </ReviewList>
      )}
      {decision && (
        <Dialog
          isOpen
          onOpenChange={() => area.send({ type: 'item.closed' })}
          title={nameOf(decision.getSnapshot().context.subject)}
          closeLabel={t('common:actions.close')}
        >
          <WithdrawalReview decision={decision} operator={operator} />
        </Dialog>
      )}
    </section>
  );
}

function Row({ item }: { item: Withdrawal }) {
  const { t, locale, amountLabels } = useTexts('console');
  const operatorText = useOperatorText();
  const { amount, token, value, email, to, created_at, is_stopped, proposal } = item;
  return (
    <>
      <span className="flex min-w-0 flex-1 flex-col">
        <OneLine text={email ?? t('console:withdrawals.nobody')} />
        <OneLine className="font-mono text-muted text-sm" text={shortAddress(to ?? '')} />
      </span>
      <span className="hidden flex-col items-start gap-1 sm:flex">
        {is_stopped && <StatusBadge tone="halt">{t('console:withdrawals.stopped')}</StatusBadge>}
        {proposal && (
          <StatusBadge tone="wait">
            {t('console:withdrawals.proposed', { name: operatorText(proposal.proposed_by) })}
          </StatusBadge>
        )}
      </span>
      <time dateTime={created_at} className="hidden w-44 shrink-0 text-muted text-sm md:block">
        {instantText(created_at, locale)}
      </time>
      <span className="flex shrink-0 flex-col items-end md:min-w-44">
        <Amount value={amount} token={token} locale={locale} labels={amountLabels} />
        <span className="text-muted text-sm">
          {value === null ? t('console:withdrawals.noValue') : `≈ ${exactText(value, locale)} USDT`}
        </span>
      </span>
    </>
  );
}
