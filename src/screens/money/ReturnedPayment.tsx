import { Card } from '../../components/base/Card.tsx';
import { StepTitle } from '../../components/base/StepTitle.tsx';
import { useTexts } from '../core/useTexts.ts';

/** A sent payment never arrived, and no longer can: the draft is unchanged. */
export function ReturnedPayment() {
  const { t } = useTexts('transactions');
  return (
    <Card className="flex flex-col gap-1 border-wait">
      <StepTitle>{t('transactions:flow.returned')}</StepTitle>
      <p>{t('transactions:flow.returnedText')}</p>
    </Card>
  );
}
