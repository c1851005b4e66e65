import type { ReactNode } from 'react';
import type { NewTicketRef, NewTicketSnapshot } from '../../machines/support/newTicketMachine.ts';
import type { ReplyRef } from '../../machines/support/replyMachine.ts';
import { ruleText } from '../core/ruleText.ts';
import { SubmitRow } from '../core/SubmitRow.tsx';
import { useTexts } from '../core/useTexts.ts';
import { Attachments } from './Attachments.tsx';

interface Props {
  form: NewTicketRef | ReplyRef;
  state: NewTicketSnapshot | ReturnType<ReplyRef['getSnapshot']>;
  label: string;
  /** Shown between the files and the button. */
  children?: ReactNode;
}

/** The part below a message's text: its files, and the send button. */
export function MessageEnd({ form, state, label, children }: Props) {
  const { t } = useTexts('support');
  const { attachments } = state.children;
  const rule = state.context.errors.attachment_ids;
  const isBusy = state.hasTag('busy');
  return (
    <>
      {attachments && (
        <Attachments
          attachments={attachments}
          isReadOnly={isBusy}
          error={rule && t(ruleText('attachment_ids', rule))}
        />
      )}
      {children}
      {state.context.hasOpenFiles && !isBusy && (
        <p role="status" className="text-muted text-sm">
          {t('support:files.open')}
        </p>
      )}
      <SubmitRow
        label={label}
        busyLabel={t('support:new.busy')}
        isBusy={isBusy}
        isSlow={state.hasTag('slow')}
        secondsLeft={null}
        onCancel={() => form.send({ type: 'wait.ended' })}
      />
    </>
  );
}
