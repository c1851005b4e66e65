import { useSelector } from '@xstate/react';
import { Download, Paperclip } from 'lucide-react';
import type { Ticket } from '../../../contract/support.ts';
import { Button } from '../../components/base/Button.tsx';
import { classes } from '../../components/base/classes.ts';
import { iconProps } from '../../components/base/icon.ts';
import { LiveRegion } from '../../components/base/LiveRegion.tsx';
import { takeLostFocus } from '../../components/base/takeLostFocus.ts';
import type { ExportRef } from '../../machines/core/exportMachine.ts';
import { conversationOf, type EarlierMessagesRef } from '../../machines/support/earlierMessagesMachine.ts';
import { instantText } from '../core/dates.ts';
import { failureText } from '../core/failureText.ts';
import { useTexts } from '../core/useTexts.ts';
import { sizeText } from './supportTexts.ts';

interface Props {
  ticket: Ticket;
  earlier: EarlierMessagesRef;
  file: ExportRef;
}

/** The messages, oldest first, with the button for earlier ones. Each message has its own text direction. */
export function Messages({ ticket, earlier, file }: Props) {
  const { t } = useTexts('support');
  const state = useSelector(earlier, (snapshot) => snapshot);
  const { messages, hasEarlier, added } = conversationOf(ticket, state.context);
  const isOfThis = state.context.id === ticket.id;
  const isBusy = isOfThis && state.hasTag('busy');
  const failure = isOfThis ? state.context.failure : null;
  const reached = messages[added - 1]?.id;
  const hasCome = added > 0 && !isBusy && !failure;
  return (
    <>
      {hasEarlier && (
        // Each part has its own button: when the pressed one disappears, the focus moves to the messages that came.
        <div key={reached} className="flex flex-col items-start gap-1">
          <Button
            variant="secondary"
            isPending={isBusy}
            onPress={() => earlier.send({ type: 'earlier.requested', id: ticket.id, messages, added })}
          >
            {t('support:ticket.earlier')}
          </Button>
          {failure && (
            <p role="alert" className="text-loss">
              {t(failureText[failure.code].sentence)} {t(failureText[failure.code].next)}
            </p>
          )}
        </div>
      )}
      <LiveRegion message={hasCome ? t('support:ticket.earlierShown', { count: added }) : ''} />
      <MessageList messages={messages} reached={reached} file={file} />
    </>
  );
}

interface ListProps extends Pick<Ticket, 'messages'> {
  /** The last of the messages that were loaded, from which people read upwards. */
  reached: string | undefined;
  file: ExportRef;
}

function MessageList({ messages, reached, file }: ListProps) {
  const { t, locale } = useTexts('support');
  return (
    <ol aria-label={t('support:ticket.messages')} className="flex flex-col gap-4">
      {messages.map(({ id, author, text, attachments, created_at }) => (
        <li
          key={id}
          className={classes(
            'flex max-w-[min(36rem,92%)] flex-col gap-1 rounded-card border px-4 py-3',
            author === 'me' ? 'self-end border-line bg-surface' : 'self-start border-edge bg-raised',
          )}
        >
          <p
            ref={id === reached ? takeLostFocus : undefined}
            tabIndex={id === reached ? -1 : undefined}
            className="focus-elsewhere flex scroll-mt-24 flex-wrap gap-x-2 text-muted text-sm"
          >
            <span className="font-medium text-ink">{t(`support:authors.${author}`)}</span>
            <time dateTime={created_at}>{instantText(created_at, locale)}</time>
          </p>
          <p dir="auto" className="whitespace-pre-wrap [overflow-wrap:anywhere]">
            {text}
          </p>
          {attachments.length > 0 && (
            <ul aria-label={t('support:files.label')} className="flex flex-col gap-1 pt-1 text-sm">
              {attachments.map((attachment) => (
                <AttachedFile
                  key={attachment.id}
                  attachment={attachment}
                  isMine={author === 'me'}
                  file={file}
                />
              ))}
            </ul>
          )}
        </li>
      ))}
    </ol>
  );
}

interface FileProps {
  attachment: Ticket['messages'][number]['attachments'][number];
  /** The person can only download their own attachments. */
  isMine: boolean;
  file: ExportRef;
}

/** An attachment with its size and its download. */
function AttachedFile({ attachment: { id, name, size }, isMine, file }: FileProps) {
  const { t, locale } = useTexts('support');
  const state = useSelector(file, (snapshot) => snapshot);
  const isThis = state.context.filters === id;
  const { failure } = state.context;
  return (
    <li className="flex flex-wrap items-center gap-x-2">
      <Paperclip {...iconProps} size={16} className="shrink-0 text-muted" />
      <bdi className="min-w-0 truncate" title={name}>
        {name}
      </bdi>
      <span className="shrink-0 text-muted">{sizeText(size, locale)}</span>
      {isMine && (
        <Button
          variant="quiet"
          aria-label={t('support:files.save', { name })}
          isPending={isThis && state.hasTag('busy')}
          onPress={() => file.send({ type: 'export.requested', filters: id, name })}
        >
          <Download {...iconProps} size={16} />
        </Button>
      )}
      {isThis && failure && (
        <span role="alert" className="w-full text-loss">
          {t(failureText[failure.code].sentence)}
        </span>
      )}
    </li>
  );
}
