import type { OperatorAccount } from '../../../contract/operatorAccounts.ts';
import type { FieldErrors } from '../../../contract/rules.ts';
import { TextArea } from '../../components/fields/TextArea.tsx';
import { TextField } from '../../components/fields/TextField.tsx';
import { type ConsoleOperator, mayCall } from '../../machines/console/consoleAreas.ts';
import type { FreezeChoice, RefundChoice } from '../../machines/console/freezesArea.ts';
import { ruleText } from '../core/ruleText.ts';
import { useTexts } from '../core/useTexts.ts';
import type { Confirmation, ShownChoice } from './DecisionPanel.tsx';
import { typedLast } from './typedLast.ts';

/** The operator's choice to refund what a closed account holds of a token, with its question. */
export function useRefund(
  { closed_at }: OperatorAccount,
  { role }: ConsoleOperator,
  last: FreezeChoice | null,
) {
  const { t } = useTexts('console');
  const shown: ShownChoice<FreezeChoice> = {
    name: 'refund',
    label: t('console:freezes.refund.propose'),
    variant: 'secondary',
    reason: mayCall(role, 'POST /accounts/refund') ? undefined : t('console:freezes.refund.roleMissing'),
    choice: typedLast<FreezeChoice>({ verdict: 'refund', token: '', to: '', reason: '' }, last),
  };
  return { shown: closed_at === null ? [] : [shown], proposing };

  function proposing(
    choice: RefundChoice,
    change: (choice: FreezeChoice) => void,
    errors: FieldErrors,
  ): Confirmation {
    return {
      title: t('console:freezes.refund.title'),
      text: t('console:freezes.refund.text'),
      label: t('console:freezes.refund.propose'),
      variant: 'primary',
      fields: (
        <>
          <TextField
            label={t('console:freezes.refund.token')}
            description={t('console:freezes.refund.tokenHint')}
            value={choice.token}
            onChange={(token) => change({ ...choice, token: token.trim().toUpperCase() })}
            error={errors.token && t(ruleText('token', errors.token))}
          />
          <TextField
            label={t('console:freezes.refund.to')}
            description={t('console:freezes.refund.toHint')}
            value={choice.to}
            onChange={(to) => change({ ...choice, to })}
            error={errors.to && t(ruleText('walletAddress', errors.to))}
          />
          <TextArea
            label={t('console:freezes.recovery.reason')}
            description={t('console:freezes.recovery.reasonHint')}
            rows={3}
            value={choice.reason}
            onChange={(reason) => change({ ...choice, reason })}
            error={errors.reason && t(ruleText('reason', errors.reason))}
          />
        </>
      ),
    };
  }
}
