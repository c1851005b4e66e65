import type { ComponentProps, ReactNode } from 'react';
import type { ButtonVariant } from '../../components/base/buttonClasses.ts';
import { Dialog } from '../../components/base/Dialog.tsx';
import { Form } from '../../components/fields/Form.tsx';
import type { FormContext } from '../../machines/core/createFormMachine.ts';
import type { FormValues } from '../../machines/core/formState.ts';
import { FormSummary } from '../core/formView.tsx';
import { SubmitRow } from '../core/SubmitRow.tsx';
import { useProfileWords } from './profileWords.ts';

interface FormView {
  readonly context: Pick<FormContext<FormValues, unknown>, 'errors' | 'failure' | 'submits' | 'secondsLeft'>;
  readonly status: string;
  hasTag(tag: 'busy' | 'slow' | 'throttled'): boolean;
}

interface Props {
  title: string;
  /** `alertdialog` for what cannot be taken back. */
  role?: ComponentProps<typeof Dialog>['role'];
  form: FormView;
  send: (event: { type: 'form.submitted' } | { type: 'submit.cancelled' }) => void;
  /** The fields from the top. */
  order: readonly string[];
  label: string;
  busyLabel: string;
  variant?: ButtonVariant;
  onClose: () => void;
  /** Over the fields. */
  about?: ReactNode;
  /** Under the button. */
  note?: ReactNode;
  children: ReactNode;
}

/** A form about how a person logs in. */
export function AccessDialog({
  title,
  role,
  form,
  send,
  order,
  label,
  busyLabel,
  variant,
  onClose,
  about,
  note,
  children,
}: Props) {
  const { t } = useProfileWords();
  return (
    <Dialog
      {...(role && { role })}
      isOpen
      isDismissable={false}
      onOpenChange={onClose}
      title={title}
      closeLabel={t('common:actions.cancel')}
    >
      <div className="flex flex-col gap-5">
        {about}
        <FormSummary context={form.context} order={order} refusal="common:errors.general" />
        <Form onSubmit={() => send({ type: 'form.submitted' })}>
          {children}
          <SubmitRow
            label={label}
            busyLabel={busyLabel}
            variant={variant}
            isSlow={form.hasTag('slow')}
            isBusy={form.hasTag('busy') || form.status === 'done'}
            secondsLeft={form.hasTag('throttled') ? form.context.secondsLeft : null}
            onCancel={() => send({ type: 'submit.cancelled' })}
          >
            {note}
          </SubmitRow>
        </Form>
      </div>
    </Dialog>
  );
}
