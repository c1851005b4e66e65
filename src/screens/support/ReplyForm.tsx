import { useSelector } from '@xstate/react';
import { Form } from '../../components/fields/Form.tsx';
import { TextArea } from '../../components/fields/TextArea.tsx';
import type { ReplyRef } from '../../machines/support/replyMachine.ts';
import { FormSummary, useFields } from '../core/formView.tsx';
import { useTexts } from '../core/useTexts.ts';
import { MessageEnd } from './MessageEnd.tsx';
import { Unsure } from './Unsure.tsx';

interface Props {
  reply: ReplyRef;
  /** A reply reopens a resolved ticket. */
  isResolved: boolean;
}

const order = ['message'] as const;

/** A reply. Its draft stays with its ticket. */
export function ReplyForm({ reply, isResolved }: Props) {
  const { t } = useTexts('support');
  const state = useSelector(reply, (snapshot) => snapshot);
  const { context } = state;
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
        <MessageEnd form={reply} state={state} label={t('support:reply.submit')} />
      </Form>
    </div>
  );
}
