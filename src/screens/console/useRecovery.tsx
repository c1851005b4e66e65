import type { OperatorAccount } from '../../../contract/operatorAccounts.ts';
import type { FieldErrors } from '../../../contract/rules.ts';
import { type ConsoleOperator, mayCall } from '../../machines/console/consoleAreas.ts';
import { type FreezeChoice, goesOn, type RecoveryChoice } from '../../machines/console/freezesArea.ts';
import { useTexts } from '../core/useTexts.ts';
import type { Confirmation, ShownChoice } from './DecisionPanel.tsx';
import { RecoveryFields } from './RecoveryFacts.tsx';
import { typedLast } from './typedLast.ts';
import { useOperatorText } from './useOperatorText.ts';

/** The operator's choices about an account's recovery, with their questions: proposing one, or stopping the running one. */
export function useRecovery(
  { recovery, recovery_proposal: proposal, closed_at, kyc_status }: OperatorAccount,
  { role }: ConsoleOperator,
  last: FreezeChoice | null,
) {
  const { t } = useTexts('console');
  const operatorText = useOperatorText();
  const shown: ShownChoice<FreezeChoice> =
    recovery !== null && goesOn(recovery)
      ? {
          name: 'stopRecovery',
          label: t('console:freezes.recovery.stop'),
          variant: 'danger',
          choice: { verdict: 'stopRecovery' },
        }
      : {
          name: 'recover',
          label: t('console:freezes.recovery.propose'),
          variant: 'secondary',
          reason: whyNot(),
          choice: typedLast<FreezeChoice>({ verdict: 'recover', reason: '', email: '' }, last),
        };
  return { shown, stopping, proposing };

  function whyNot(): string | undefined {
    if (!mayCall(role, 'POST /recoveries')) return t('console:freezes.recovery.roleMissing');
    if (closed_at !== null) return t('console:freezes.recovery.closed');
    if (proposal) return t('console:freezes.recovery.proposed', { name: operatorText(proposal.proposed_by) });
    return kyc_status === 'approved' ? undefined : t('console:freezes.recovery.unverified');
  }

  function stopping(): Confirmation {
    return {
      title: t('console:freezes.recovery.stopTitle'),
      text: t('console:freezes.recovery.stopText'),
      label: t('console:freezes.recovery.stop'),
      variant: 'danger',
    };
  }

  function proposing(
    choice: RecoveryChoice,
    change: (choice: FreezeChoice) => void,
    errors: FieldErrors,
  ): Confirmation {
    return {
      title: t('console:freezes.recovery.title'),
      text: t('console:freezes.recovery.text'),
      label: t('console:freezes.recovery.propose'),
      variant: 'primary',
      fields: <RecoveryFields choice={choice} errors={errors} onChange={change} />,
    };
  }
}
