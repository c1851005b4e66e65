import { useSelector } from '@xstate/react';
import { Card } from '../../components/base/Card.tsx';
import { StepTitle } from '../../components/base/StepTitle.tsx';
import { Form } from '../../components/fields/Form.tsx';
import type { DetailsRef } from '../../machines/kyc/detailsMachine.ts';
import { FormSummary, useFields } from '../core/formView.tsx';
import { SubmitRow } from '../core/SubmitRow.tsx';
import { PersonFields } from '../registration/PersonFields.tsx';
import { useKycWords } from './kycWords.ts';

const order = ['first_name', 'last_name', 'date_of_birth', 'country'] as const;

/** Who the person says they are: what their document is compared with. */
export function DetailsStep({ details }: { details: DetailsRef }) {
  const { t } = useKycWords();
  const state = useSelector(details, (snapshot) => snapshot);
  const field = useFields(state.context, details.send);
  return (
    <Card className="flex flex-col gap-4">
      <StepTitle>{t('kyc:details.title')}</StepTitle>
      <p>{t('kyc:details.text')}</p>
      <FormSummary context={state.context} order={order} refusal="common:errors.general" />
      <Form onSubmit={() => details.send({ type: 'form.submitted' })}>
        <PersonFields field={field} />
        <SubmitRow
          label={t('kyc:details.confirm')}
          busyLabel={t('kyc:details.busy')}
          isSlow={state.hasTag('slow')}
          isBusy={state.hasTag('busy') || state.status === 'done'}
          secondsLeft={state.hasTag('throttled') ? state.context.secondsLeft : null}
          onCancel={() => details.send({ type: 'submit.cancelled' })}
        />
      </Form>
    </Card>
  );
}
