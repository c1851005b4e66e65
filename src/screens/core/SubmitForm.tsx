import type { ReactNode } from 'react';
import type { ButtonVariant } from '../../components/base/buttonClasses.ts';
import { Form } from '../../components/fields/Form.tsx';
import type { FormContext } from '../../machines/core/form.ts';
import type { FormValues } from '../../machines/core/formState.ts';
import type { FailureKey } from './failureText.ts';
import { FormSummary, isWaitOver } from './formView.tsx';
import { SubmitRow } from './SubmitRow.tsx';

export interface FormProps {
  /** The snapshot of a form's machine. */
  form: {
    readonly context: Pick<
      FormContext<FormValues, unknown>,
      'errors' | 'failure' | 'submits' | 'secondsLeft' | 'retryAt'
    >;
    readonly status: string;
    hasTag(tag: 'busy' | 'slow' | 'throttled'): boolean;
    can(event: { type: 'form.submitted' }): boolean;
  };
  send: (event: { type: 'form.submitted' } | { type: 'submit.cancelled' }) => void;
  /** The fields in their order on the screen. */
  order: readonly string[];
  /** The text for a refusal without a known reason. */
  refusal?: FailureKey;
  label: string;
  busyLabel: string;
  variant?: ButtonVariant | undefined;
  /** Why it cannot be sent now, in words. */
  reason?: string | undefined;
  /** Under the button. */
  note?: ReactNode;
  children: ReactNode;
}

/** A form drawn from its machine: errors, fields, button, and a way to cancel a slow answer. */
export function SubmitForm({
  form,
  send,
  order,
  refusal = 'common:errors.general',
  note,
  children,
  ...button
}: FormProps) {
  // A throttled form may still go to its next step; only sending has to wait.
  const isHeldBack = form.hasTag('throttled') && !form.can({ type: 'form.submitted' });
  return (
    <>
      <FormSummary context={form.context} order={order} refusal={refusal} />
      <Form onSubmit={() => send({ type: 'form.submitted' })}>
        {children}
        <SubmitRow
          {...button}
          isBusy={form.hasTag('busy') || form.status === 'done'}
          isSlow={form.hasTag('slow')}
          secondsLeft={isHeldBack ? form.context.secondsLeft : null}
          isWaitOver={isWaitOver(form)}
          onCancel={() => send({ type: 'submit.cancelled' })}
        >
          {note}
        </SubmitRow>
      </Form>
    </>
  );
}
