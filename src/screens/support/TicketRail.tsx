import { isFinal, ticketSteps } from '../../../contract/statuses.ts';
import type { Ticket } from '../../../contract/support.ts';
import { FlowRail } from '../../components/base/FlowRail.tsx';
import { alternativesText } from '../core/alternativesText.ts';
import { instantText } from '../core/dates.ts';
import { useTexts } from '../core/useTexts.ts';

/** A ticket's status, and the possible next ones by the table of steps. */
export function TicketRail({ ticket: { status, created_at, updated_at } }: { ticket: Ticket }) {
  const { t, locale } = useTexts('support');
  const isOpened = status === 'open';
  const next = alternativesText(
    (status === 'unknown' ? [] : ticketSteps[status]).map((each) => t(`support:next.${each}`)),
    locale,
  );
  return (
    <FlowRail
      orientation="vertical"
      label={t('support:ticket.rail')}
      stateLabels={{
        past: t('support:rail.past'),
        now: t('support:rail.now'),
        next: t('support:rail.next'),
        failed: t('support:rail.failed'),
      }}
      steps={[
        {
          id: 'asked',
          label: t(isOpened ? 'support:statuses.open' : 'support:ticket.asked'),
          detail: instantText(created_at, locale),
          state: isOpened ? 'now' : 'past',
        },
        ...(isOpened
          ? []
          : [
              {
                id: 'now',
                label: t(`support:statuses.${status}`),
                detail: instantText(updated_at, locale),
                state: isFinal(ticketSteps, status) ? ('past' as const) : ('now' as const),
              },
            ]),
        ...(next === '' ? [] : [{ id: 'next', label: next, state: 'next' as const }]),
      ]}
    />
  );
}
