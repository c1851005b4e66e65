import { CircleX } from 'lucide-react';
import type { Failure } from '../../../contract/failure.ts';
import type { FailureCode } from '../../../contract/failureCodes.ts';
import { Button } from '../../components/base/Button.tsx';
import { Card } from '../../components/base/Card.tsx';
import { iconProps } from '../../components/base/icon.ts';
import { LinkButton } from '../../components/base/LinkButton.tsx';
import { StepTitle } from '../../components/base/StepTitle.tsx';
import type { FormState, FormValues } from '../../machines/core/formState.ts';
import { failureWords } from '../core/failureText.ts';
import { useTexts } from '../core/useTexts.ts';
import { RefusalMoment } from './RefusalMoment.tsx';
import { useRefusalText } from './useRefusalText.ts';

interface Props {
  /** The spec's sentence for a payment that was not made. */
  title: string;
  failure: Failure | null;
  /** What the server refused, by field, when the fields say all of it, and the bound that the amount breaks. */
  form: Pick<FormState<FormValues>, 'refused' | 'bound'>;
  isHidden: boolean;
  onChange: () => void;
}

/** Refusals by which another request may have moved the funds. */
const isAnothers: readonly FailureCode[] = ['QUOTE_USED', 'IDEMPOTENCY_MISMATCH'];

/** A payment that the server refused: why, and that nothing has moved, unless another request may have moved it. */
export function RefusedPayment({ title, failure, form, isHidden, onChange }: Props) {
  const { t } = useTexts('transactions');
  const reason = useRefusalText({ ...form, failure }, isHidden);
  return (
    <Card className="flex flex-col gap-4 border-loss">
      <div className="flex gap-3">
        <CircleX {...iconProps} className="mt-1 shrink-0 text-loss" />
        <StepTitle>{title}</StepTitle>
      </div>
      <div className="flex flex-col gap-1">
        {reason && <p>{reason}</p>}
        {!(failure && isAnothers.includes(failure.code)) && <p>{t('transactions:flow.nothingMoved')}</p>}
        <RefusalMoment failure={failure} />
        {failure && <p className="text-muted">{t(failureWords(failure).next)}</p>}
      </div>
      <div className="flex flex-wrap gap-2">
        <Button onPress={onChange}>{t('transactions:flow.change')}</Button>
        <LinkButton href="/transactions/history">{t('transactions:flow.toHistory')}</LinkButton>
      </div>
    </Card>
  );
}
