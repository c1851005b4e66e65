import type { OperatorAccount } from '../../../contract/operatorAccounts.ts';
import type { FieldErrors } from '../../../contract/rules.ts';
import { Fact } from '../../components/base/Facts.tsx';
import { TextArea } from '../../components/fields/TextArea.tsx';
import { TextField } from '../../components/fields/TextField.tsx';
import type { RecoveryChoice } from '../../machines/console/freezesArea.ts';
import { instantText } from '../core/dates.ts';
import { ruleText } from '../core/ruleText.ts';
import { useTexts } from '../core/useTexts.ts';
import { ProposalLine } from './ProposalLine.tsx';
import { useOperatorText } from './useOperatorText.ts';

/** The progress of an account's latest recovery, or how it ended; nothing without one. */
export function RecoveryFacts({ recovery }: Pick<OperatorAccount, 'recovery'>) {
  const { t, locale } = useTexts('console');
  const operatorText = useOperatorText();
  if (recovery === null) return null;
  const { status, email, reason, proposed_by, approved_by, ended_by } = recovery;
  const at = recovery.ended_at ?? recovery.link_expires_at ?? recovery.ready_at ?? recovery.begun_at;
  const values = { at: instantText(at, locale), name: operatorText(ended_by ?? '') };
  return (
    <>
      <Fact term={t('console:freezes.recovery.term')}>
        {t(`console:freezes.recovery.statuses.${status}`, values)}
      </Fact>
      <Fact term={t('console:freezes.recovery.email')}>{email}</Fact>
      <Fact term={t('console:freezes.recovery.reason')}>{reason}</Fact>
      <Fact term={t('console:freezes.recovery.by')}>
        {[proposed_by, approved_by]
          .filter((name) => name !== null)
          .map(operatorText)
          .join(', ')}
      </Fact>
    </>
  );
}

/** Says that an operator has proposed a recovery. */
export function RecoveryProposal({ proposal }: { proposal: OperatorAccount['recovery_proposal'] }) {
  const { t } = useTexts('console');
  const operatorText = useOperatorText();
  if (proposal === null) return null;
  return (
    <ProposalLine>
      {t('console:freezes.recovery.proposedText', { name: operatorText(proposal.proposed_by) })}
    </ProposalLine>
  );
}

interface Props {
  choice: RecoveryChoice;
  errors: FieldErrors;
  onChange: (choice: RecoveryChoice) => void;
}

/** The fields for proposing a recovery. */
export function RecoveryFields({ choice, errors, onChange }: Props) {
  const { t } = useTexts('console');
  return (
    <>
      <TextArea
        label={t('console:freezes.recovery.reason')}
        description={t('console:freezes.recovery.reasonHint')}
        rows={3}
        value={choice.reason}
        onChange={(reason) => onChange({ ...choice, reason })}
        error={errors.reason && t(ruleText('reason', errors.reason))}
      />
      <TextField
        label={t('console:freezes.recovery.otherEmail')}
        description={t('console:freezes.recovery.otherEmailHint')}
        type="email"
        inputMode="email"
        value={choice.email}
        onChange={(email) => onChange({ ...choice, email })}
        error={errors.email && t(ruleText('email', errors.email))}
      />
    </>
  );
}
