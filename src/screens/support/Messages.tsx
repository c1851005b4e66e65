import { Paperclip } from 'lucide-react';
import type { Ticket } from '../../../contract/support.ts';
import { classes } from '../../components/classes.ts';
import { iconProps } from '../../components/icon.ts';
import { instantText } from '../dates.ts';
import { sizeText, useSupportWords } from './supportWords.ts';

/** What was written, oldest first. Text is text, in whatever direction it is written. */
export function Messages({ messages }: Pick<Ticket, 'messages'>) {
  const { t, locale } = useSupportWords();
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
          <p className="flex flex-wrap gap-x-2 text-muted text-sm">
            <span className="font-medium text-ink">{t(`support:authors.${author}`)}</span>
            <time dateTime={created_at}>{instantText(created_at, locale)}</time>
          </p>
          <p dir="auto" className="whitespace-pre-wrap [overflow-wrap:anywhere]">
            {text}
          </p>
          {attachments.length > 0 && (
            <ul aria-label={t('support:files.label')} className="flex flex-col gap-1 pt-1 text-sm">
              {attachments.map((file) => (
                <li key={file.id} className="flex items-center gap-2">
                  <Paperclip {...iconProps} size={16} className="shrink-0 text-muted" />
                  <bdi className="min-w-0 truncate">{file.name}</bdi>
                  <span className="shrink-0 text-muted">{sizeText(file.size, locale)}</span>
                </li>
              ))}
            </ul>
          )}
        </li>
      ))}
    </ol>
  );
}
