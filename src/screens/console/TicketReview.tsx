import { useSelector } from '@xstate/react';
import type { FieldErrors } from '../../../contract/rules.ts';
import type { TicketLine } from '../../../contract/supportTickets.ts';
import { Button } from '../../components/base/Button.tsx';
import { Link } from '../../components/base/Link.tsx';
import { TextArea } from '../../components/fields/TextArea.tsx';
import type {
  OpenedTicket,
  TicketChoice,
  TicketDecisionRef,
  TicketsAreaRef,
} from '../../machines/console/ticketsArea.ts';
import type { ResourceRef } from '../../machines/core/createResourceMachine.ts';
import { instantText } from '../core/dates.ts';
import { ruleText } from '../core/ruleText.ts';
import { useTexts } from '../core/useTexts.ts';
import { type Confirmation, DecisionPanel, type ShownChoice } from './DecisionPanel.tsx';
import { DetailsView } from './DetailsView.tsx';
import { useOperatorText } from './useOperatorText.ts';

interface Props {
  area: TicketsAreaRef;
  decision: TicketDecisionRef;
  details: ResourceRef<OpenedTicket>;
}

type Answering = Extract<TicketChoice, { verdict: 'answer' }>;

/** One ticket: its messages, and the decision on it. */
export function TicketReview({ area, decision, details }: Props) {
  const { t } = useTexts('console');
  const state = useSelector(decision, (snapshot) => snapshot);
  const { subject, choice: last } = state.context;
  const { data, dataKey } = useSelector(details, ({ context }) => context);
  const ticket = dataKey === String(subject.number) ? data?.ticket : undefined;
  const seen = ticket?.messages.length ?? 0;
  const status = ticket?.status ?? subject.status;
  const unread = ticket ? undefined : t('console:tickets.loading');
  const closed = status === 'closed' ? t('console:tickets.closed') : unread;
  const answer: ShownChoice<TicketChoice> = {
    name: 'answer',
    label: t('console:tickets.answer'),
    variant: 'primary',
    reason: closed,
    // What was typed is kept where it was undone, refused or lost, and goes out about the messages that are shown now.
    choice: { verdict: 'answer', text: last?.verdict === 'answer' ? last.text : '', seen },
  };
  const resolve: ShownChoice<TicketChoice> = {
    name: 'resolve',
    label: t('console:tickets.resolve'),
    variant: 'secondary',
    reason: closed,
    choice: { verdict: 'resolve', seen },
  };
  const reopen: ShownChoice<TicketChoice> = {
    name: 'reopen',
    label: t('console:tickets.reopen'),
    variant: 'secondary',
    reason: unread,
    choice: { verdict: 'reopen' },
  };
  return (
    <div className="flex flex-col gap-6">
      <DetailsView resource={details} size="h-24" failed={t('console:tickets.ticketFailed')}>
        {(shown) => <Conversation shown={shown} />}
      </DetailsView>
      <DecisionPanel<TicketLine, TicketChoice>
        decision={decision}
        choices={[answer, status === 'resolved' ? reopen : resolve]}
        confirmation={confirmation}
        done={({ verdict }) => t(doneWords[verdict])}
      />
      {state.hasTag('over') && ticket && (
        <div>
          <Button
            variant="secondary"
            onPress={() => area.send({ type: 'item.opened', item: { ...subject, status } })}
          >
            {t('console:tickets.more')}
          </Button>
        </div>
      )}
    </div>
  );

  function confirmation(
    choice: TicketChoice,
    change: (choice: TicketChoice) => void,
    errors: FieldErrors,
  ): Confirmation {
    if (choice.verdict === 'answer') return answering(choice, change, errors);
    return choice.verdict === 'resolve'
      ? {
          title: t('console:tickets.resolveTitle'),
          text: t('console:tickets.resolveText'),
          label: t('console:tickets.resolve'),
          variant: 'primary',
        }
      : {
          title: t('console:tickets.reopenTitle'),
          text: t('console:tickets.reopenText'),
          label: t('console:tickets.reopen'),
          variant: 'primary',
        };
  }

  function answering(
    choice: Answering,
    change: (choice: TicketChoice) => void,
    errors: FieldErrors,
  ): Confirmation {
    return {
      title: t('console:tickets.answerTitle'),
      text: t('console:tickets.answerText'),
      label: t('console:tickets.answer'),
      variant: 'primary',
      fields: (
        <TextArea
          label={t('console:tickets.message')}
          autoFocus
          rows={6}
          value={choice.text}
          onChange={(text) => change({ ...choice, text })}
          error={errors.message && t(ruleText('message', errors.message))}
        />
      ),
    };
  }
}

const doneWords = {
  answer: 'console:tickets.answered',
  resolve: 'console:tickets.resolved',
  reopen: 'console:tickets.reopened',
} as const;

function Conversation({ shown: { ticket, opened } }: { shown: OpenedTicket }) {
  const { t, locale } = useTexts('console');
  const operatorText = useOperatorText();
  const urlOf = (file: string) => opened.find((each) => each.file === file)?.url ?? null;
  const steps = ticket.flow_record?.steps ?? [];
  return (
    <div className="flex flex-col gap-4">
      {ticket.account.freeze && (
        <div className="flex flex-wrap items-center gap-x-3 rounded-card border border-halt p-4">
          <p className="font-semibold">{t('console:tickets.frozen')}</p>
          <p>{instantText(ticket.account.freeze.since, locale)}</p>
          <Link href="#/freezes">{t('console:tickets.toFreezes')}</Link>
        </div>
      )}
      <ol aria-label={t('console:tickets.conversation')} className="flex flex-col gap-3">
        {ticket.messages.map(({ id, author, operator, text, created_at, attachments }) => (
          <li
            key={id}
            className={`flex max-w-prose flex-col gap-1 rounded-card border border-line p-4 ${author === 'support' ? 'self-end bg-raised' : 'bg-surface'}`}
          >
            <p className="text-muted text-sm">
              {author === 'support'
                ? operator === null
                  ? t('console:tickets.support')
                  : operatorText(operator)
                : t('console:tickets.person')}
              {' · '}
              <time dateTime={created_at}>{instantText(created_at, locale)}</time>
            </p>
            <p dir="auto" className="whitespace-pre-wrap [overflow-wrap:anywhere]">
              {text}
            </p>
            {attachments.map(({ id: file, name }) => {
              const url = urlOf(file);
              return url === null ? (
                <p key={file} className="text-loss text-sm">
                  {t('console:tickets.attachment', { name })}
                </p>
              ) : (
                <a
                  key={file}
                  href={url}
                  download={name}
                  className="inline-flex min-h-touch items-center self-start break-all font-medium text-zest-ink underline underline-offset-4"
                >
                  {name}
                </a>
              );
            })}
          </li>
        ))}
      </ol>
      {steps.length > 0 && (
        <details>
          <summary className="min-h-touch cursor-pointer py-2">{t('console:tickets.steps')}</summary>
          <ol className="flex flex-col gap-1 font-mono text-sm">
            {steps.map(({ at, flow, state, event, problem, request_id }) => (
              <li key={`${at} ${flow} ${state}`} className="break-all">
                {[at, flow, state, event, problem, request_id].filter((part) => part !== null).join('  ')}
              </li>
            ))}
          </ol>
        </details>
      )}
    </div>
  );
}
