import { useSelector } from '@xstate/react';
import { Card } from '../../components/base/Card.tsx';
import { StepTitle } from '../../components/base/StepTitle.tsx';
import type { DetailsRef } from '../../machines/kyc/detailsMachine.ts';
import { useFields } from '../core/formView.tsx';
import { SubmitForm } from '../core/SubmitForm.tsx';
import { useTexts } from '../core/useTexts.ts';
import { PersonFields } from '../registration/PersonFields.tsx';

const order = ['first_name', 'last_name', 'date_of_birth', 'country'] as const;

/** The person's details, with which their document is compared. */
export function DetailsStep({ details }: { details: DetailsRef }) {
  const { t } = useTexts('kyc');
  const state = useSelector(details, (snapshot) => snapshot);
  const field = useFields(state.context, details.send);
  return (
    <Card className="flex flex-col gap-4">
      <StepTitle>{t('kyc:details.title')}</StepTitle>
      <p>{t('kyc:details.text')}</p>
      <SubmitForm
        form={state}
        send={details.send}
        order={order}
        label={t('kyc:details.confirm')}
        busyLabel={t('kyc:details.busy')}
      >
        <PersonFields field={field} />
      </SubmitForm>
    </Card>
  );
}
