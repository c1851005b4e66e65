import { useSelector } from '@xstate/react';
import { exactText } from '../../../contract/amountParts.ts';
import { refusalReasons } from '../../../contract/reasons.ts';
import type { FieldErrors } from '../../../contract/rules.ts';
import type { Withdrawal } from '../../../contract/withdrawals.ts';
import { Fact, Facts } from '../../components/base/Facts.tsx';
import { MonoGroups } from '../../components/base/MonoGroups.tsx';
import { type ConsoleOperator, mayCall } from '../../machines/console/consoleAreas.ts';
import type { WithdrawalChoice, WithdrawalDecisionRef } from '../../machines/console/withdrawalsArea.ts';
import { instantText } from '../core/dates.ts';
import { useTexts } from '../core/useTexts.ts';
import { type Confirmation, DecisionPanel } from './DecisionPanel.tsx';
import { ProposalLine } from './ProposalLine.tsx';
import { ReasonFields } from './ReasonFields.tsx';
import { typedLast } from './typedLast.ts';
import { useOperatorText } from './useOperatorText.ts';

interface Props {
  decision: WithdrawalDecisionRef;
  operator: ConsoleOperator;
}

/** All facts about a withdrawal, and the decision on it. */
export function WithdrawalReview({ decision, operator }: Props) {
  const { t, locale } = useTexts('console');
  const operatorText = useOperatorText();
  const { subject, choice: last } = useSelector(decision, (snapshot) => snapshot.context);
  const { amount, fee, token, value, email, to, created_at, id, is_stopped, proposal, kind } = subject;
  const mayApprove = mayCall(operator.role, 'POST /withdrawals/approve');
  const whyNot = !mayApprove
    ? t('console:withdrawals.roleMissing')
    : proposal
      ? t('console:withdrawals.proposed', { name: operatorText(proposal.proposed_by) })
      : is_stopped
        ? t('console:errors.stopped')
        : undefined;
  return (
    <div className="flex flex-col gap-5">
      <Facts>
        <Fact term={t('console:withdrawals.kind')}>
          {t(kind === 'send' ? 'console:withdrawals.send' : 'console:withdrawals.withdraw')}
        </Fact>
        <Fact term={t('console:withdrawals.person')}>{email ?? t('console:withdrawals.nobody')}</Fact>
        <Fact term={t('console:withdrawals.to')} isTall>
          <MonoGroups value={to ?? ''} />
        </Fact>
        <Fact term={t('console:withdrawals.amount')}>{`${exactText(amount, locale)} ${token}`}</Fact>
        <Fact term={t('console:withdrawals.fee')}>{`${exactText(fee, locale)} ${token}`}</Fact>
        <Fact term={t('console:withdrawals.value')}>
          {value === null ? t('console:withdrawals.noValue') : `${exactText(value, locale)} USDT`}
        </Fact>
        <Fact term={t('console:withdrawals.created')}>{instantText(created_at, locale)}</Fact>
        <Fact term={t('console:withdrawals.id')} isTall>
          <MonoGroups value={id} />
        </Fact>
      </Facts>
      {proposal && (
        <ProposalLine>
          {t('console:withdrawals.proposedText', { name: operatorText(proposal.proposed_by) })}
        </ProposalLine>
      )}
      <DecisionPanel<Withdrawal, WithdrawalChoice>
        decision={decision}
        choices={[
          {
            name: 'approve',
            label: t('console:withdrawals.approve'),
            variant: 'primary',
            reason: whyNot,
            choice: { verdict: 'approve' },
          },
          {
            name: 'reject',
            label: t('console:withdrawals.reject'),
            variant: 'danger',
            choice: typedLast<WithdrawalChoice>({ verdict: 'reject', reason: '', note: '' }, last),
          },
        ]}
        confirmation={(choice, change, errors) =>
          choice.verdict === 'approve'
            ? {
                title: t('console:withdrawals.approveTitle'),
                text: t('console:withdrawals.approveText'),
                label: t('console:withdrawals.approve'),
                variant: 'primary',
              }
            : rejection(choice, change, errors)
        }
        done={({ verdict }) =>
          t(verdict === 'approve' ? 'console:withdrawals.approved' : 'console:withdrawals.rejected')
        }
      />
    </div>
  );

  function rejection(
    choice: Extract<WithdrawalChoice, { verdict: 'reject' }>,
    change: (choice: WithdrawalChoice) => void,
    errors: FieldErrors,
  ): Confirmation {
    return {
      title: t('console:withdrawals.rejectTitle'),
      text: t('console:withdrawals.rejectText'),
      label: t('console:withdrawals.reject'),
      variant: 'danger',
      fields: (
        <ReasonFields
          options={refusalReasons.map((value) => ({ value, label: t(`console:reasons.${value}`) }))}
          reason={choice.reason}
          note={choice.note}
          errors={errors}
          onChange={(changed) => change({ ...choice, ...changed })}
        />
      ),
    };
  }
}
