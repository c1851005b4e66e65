import type { FieldErrors } from '../../../contract/rules.ts';
import { Select } from '../../components/fields/Select.tsx';
import { TextArea } from '../../components/fields/TextArea.tsx';
import { ruleText } from '../core/ruleText.ts';
import { useTexts } from '../core/useTexts.ts';

interface Props<Reason extends string> {
  options: readonly { readonly value: Reason; readonly label: string }[];
  /** Empty until one is chosen. */
  reason: Reason | '';
  /** Shown to the person. */
  note: string;
  errors: FieldErrors;
  onChange: (changed: { reason?: Reason; note?: string }) => void;
}

/** The fields for the reason of a decision: one of a list, which the person reads in their language, and a note. */
export function ReasonFields<Reason extends string>({
  options,
  reason,
  note,
  errors,
  onChange,
}: Props<Reason>) {
  const { t } = useTexts('console');
  return (
    <>
      <Select
        label={t('console:withdrawals.reason')}
        placeholder={t('console:withdrawals.choose')}
        options={options}
        value={reason === '' ? null : reason}
        onChange={(chosen) => onChange({ reason: chosen })}
        error={errors.reason && t(ruleText('reason', errors.reason))}
      />
      <TextArea
        label={t('console:withdrawals.note')}
        description={t('console:withdrawals.noteHint')}
        rows={3}
        value={note}
        onChange={(typed) => onChange({ note: typed })}
      />
    </>
  );
}
