import { useSelector } from '@xstate/react';
import { Form } from '../../components/fields/Form.tsx';
import { TextArea } from '../../components/fields/TextArea.tsx';
import type { ReplyRef } from '../../machines/support/replyMachine.ts';
import { FormSummary, useFields } from '../core/formView.tsx';
import { ruleText } from '../core/ruleText.ts';
import { SubmitRow } from '../core/SubmitRow.tsx';
import { useTexts } from '../core/useTexts.ts';
import { Attachments } from './Attachments.tsx';
import { Unsure } from './Unsure.tsx';

interface Props {
  reply: ReplyRef;
  /** Writing on opens it again. */
  isResolved: boolean;
}

const order = ['message'] as const;

/** Writing on. What is typed stays with its ticket. */
export function ReplyForm({ reply, isResolved }: Props) {
  const { t } = useTexts('support');
  const state = useSelector(reply, (snapshot) => snapshot);
  const { context, children } = state;
  const isBusy = state.hasTag('busy');
  const field = useFields(context, reply.send);
  if (state.hasTag('unsure')) {
    return (
      <Unsure
        message={context.values.message}
        onRepeat={() => reply.send({ type: 'message.repeated' })}
        onChange={() => reply.send({ type: 'message.changed' })}
      />
    );
  }
  return (
    <div className="flex flex-col gap-4">
      <FormSummary context={context} order={order} refusal="common:errors.general" />
      <Form onSubmit={() => reply.send({ type: 'form.submitted' })}>
        <TextArea
          {...field('message')}
          label={t('support:reply.label')}
          description={isResolved ? t('support:reply.opensAgain') : undefined}
          isReadOnly={isBusy}
        />
        {children.attachments && (
          <Attachments
            attachments={children.attachments}
            error={
              context.errors.attachment_ids && t(ruleText('attachment_ids', context.errors.attachment_ids))
            }
          />
        )}
        {context.hasOpenFiles && !isBusy && (
          <p role="status" className="text-muted text-sm">
            {t('support:files.open')}
          </p>
        )}
        <SubmitRow
          label={t('support:reply.submit')}
          busyLabel={t('support:new.busy')}
          isBusy={isBusy}
          isSlow={state.hasTag('slow')}
          secondsLeft={null}
          onCancel={() => reply.send({ type: 'wait.ended' })}
        />
      </Form>
    </div>
  );
}
