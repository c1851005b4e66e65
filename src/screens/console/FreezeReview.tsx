import { useSelector } from '@xstate/react';
import type { OperatorAccount } from '../../../contract/operatorAccounts.ts';
import { givenFreezeReasons } from '../../../contract/reasons.ts';
import type { FieldErrors } from '../../../contract/rules.ts';
import { Fact, Facts } from '../../components/base/Facts.tsx';
import { MonoGroups } from '../../components/base/MonoGroups.tsx';
import { StatusBadge } from '../../components/base/StatusBadge.tsx';
import { type ConsoleOperator, mayCall } from '../../machines/console/consoleAreas.ts';
import type { FreezeChoice, FreezeDecisionRef } from '../../machines/console/freezesArea.ts';
import { instantText } from '../core/dates.ts';
import { useTexts } from '../core/useTexts.ts';
import { type Confirmation, DecisionPanel, type ShownChoice } from './DecisionPanel.tsx';
import { ProposalLine } from './ProposalLine.tsx';
import { ReasonFields } from './ReasonFields.tsx';
import { RecoveryFacts, RecoveryProposal } from './RecoveryFacts.tsx';
import { typedLast } from './typedLast.ts';
import { useOperatorText } from './useOperatorText.ts';
import { useRecovery } from './useRecovery.tsx';
import { useRefund } from './useRefund.tsx';

interface Props {
  decision: FreezeDecisionRef;
  operator: ConsoleOperator;
}

type Freezing = Extract<FreezeChoice, { verdict: 'freeze' }>;

const outcomes = {
  freeze: 'console:freezes.done',
  unfreeze: 'console:freezes.lifted',
  recover: 'console:freezes.recovery.done',
  stopRecovery: 'console:freezes.recovery.stopped',
  refund: 'console:freezes.refund.done',
} as const;

/** An account, whether and why it is frozen, and the decision on that. */
export function FreezeReview({ decision, operator }: Props) {
  const { t, locale } = useTexts('console');
  const operatorText = useOperatorText();
  const { subject, isAwaited, choice: last } = useSelector(decision, (snapshot) => snapshot.context);
  const { id, email, first_name, last_name, freeze, proposal, created_at, closed_at } = subject;
  const recovery = useRecovery(subject, operator, last);
  const refund = useRefund(subject, operator, last);
  const isClosed = closed_at !== null;
  const whyNot = isClosed ? t('console:freezes.isClosed') : undefined;
  const identity =
    freeze?.lifting && t(freeze.lifting.proven_at ? 'console:freezes.proven' : 'console:freezes.unproven');
  const statusText = isClosed
    ? 'console:freezes.closed'
    : freeze
      ? 'console:freezes.frozen'
      : 'console:freezes.active';
  const whyNotLift = !mayCall(operator.role, 'POST /accounts/unfreeze')
    ? t('console:freezes.roleMissing')
    : proposal
      ? t('console:freezes.proposed', { name: operatorText(proposal.proposed_by) })
      : whyNot;
  const freezing: ShownChoice<FreezeChoice> = {
    name: 'freeze',
    label: t(freeze ? 'console:freezes.refreeze' : 'console:freezes.freeze'),
    variant: freeze ? 'secondary' : 'danger',
    reason: whyNot,
    choice: typedLast<FreezeChoice>({ verdict: 'freeze', reason: '', note: '' }, last),
  };
  const lifting: ShownChoice<FreezeChoice> = {
    name: 'unfreeze',
    label: t('console:freezes.lift'),
    variant: 'primary',
    reason: whyNotLift,
    choice: { verdict: 'unfreeze' },
  };
  return (
    <div className="flex flex-col gap-5">
      <Facts>
        <Fact term={t('console:freezes.status')}>
          <StatusBadge tone={freeze ? 'halt' : 'plain'}>{t(statusText)}</StatusBadge>
        </Fact>
        {closed_at !== null && (
          <Fact term={t('console:freezes.closedAt')}>{instantText(closed_at, locale)}</Fact>
        )}
        {freeze && (
          <>
            <Fact term={t('console:freezes.reason')}>{reasonText(freeze.reason)}</Fact>
            {freeze.note !== null && <Fact term={t('console:freezes.note')}>{freeze.note}</Fact>}
            <Fact term={t('console:freezes.since')}>{instantText(freeze.since, locale)}</Fact>
            {identity && <Fact term={t('console:freezes.identity')}>{identity}</Fact>}
          </>
        )}
        <Fact term={t('console:freezes.name')}>
          {[first_name, last_name].filter(Boolean).join(' ') || '—'}
        </Fact>
        <Fact term={t('console:freezes.email')}>{email ?? t('console:freezes.nobody')}</Fact>
        <Fact term={t('console:freezes.opened')}>{instantText(created_at, locale)}</Fact>
        <RecoveryFacts recovery={subject.recovery} />
        <Fact term={t('console:freezes.id')} isTall>
          <MonoGroups value={id} />
        </Fact>
      </Facts>
      {proposal && (
        <ProposalLine>
          {[t('console:freezes.proposedText', { name: operatorText(proposal.proposed_by) }), identity]
            .filter(Boolean)
            .join(' ')}
        </ProposalLine>
      )}
      <RecoveryProposal proposal={subject.recovery_proposal} />
      <DecisionPanel<OperatorAccount, FreezeChoice>
        decision={decision}
        choices={[...(freeze ? [lifting] : []), freezing, recovery.shown, ...refund.shown]}
        confirmation={(choice, change, errors) => confirmationOf(choice, change, errors)}
        // A freeze of "This was not me" stays after its approval until its person has confirmed that it is them.
        done={({ verdict }) => t(isAwaited ? 'console:freezes.agreed' : outcomes[verdict])}
      />
    </div>
  );

  function reasonText(reason: string | null): string {
    const known = givenFreezeReasons.find((each) => each === reason);
    if (reason === 'not_me') return t('console:freezes.reasons.not_me');
    return known ? t(`console:freezes.reasons.${known}`) : t('console:freezes.noReason');
  }

  function confirmationOf(
    choice: FreezeChoice,
    change: (choice: FreezeChoice) => void,
    errors: FieldErrors,
  ): Confirmation {
    if (choice.verdict === 'freeze') return freezeConfirmation(choice, change, errors);
    if (choice.verdict === 'unfreeze')
      return {
        title: t('console:freezes.liftTitle'),
        text: t('console:freezes.liftText'),
        label: t('console:freezes.lift'),
        variant: 'primary',
      };
    if (choice.verdict === 'refund') return refund.proposing(choice, change, errors);
    return choice.verdict === 'stopRecovery'
      ? recovery.stopping()
      : recovery.proposing(choice, change, errors);
  }

  function freezeConfirmation(
    choice: Freezing,
    change: (choice: FreezeChoice) => void,
    errors: FieldErrors,
  ): Confirmation {
    return {
      title: t('console:freezes.freezeTitle'),
      text: t('console:freezes.freezeText'),
      label: t('console:freezes.freeze'),
      variant: 'danger',
      fields: (
        <ReasonFields
          options={givenFreezeReasons.map((value) => ({
            value,
            label: t(`console:freezes.reasons.${value}`),
          }))}
          reason={choice.reason}
          note={choice.note}
          errors={errors}
          onChange={(changed) => change({ ...choice, ...changed })}
        />
      ),
    };
  }
}
