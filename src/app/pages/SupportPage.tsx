import { useSelector } from '@xstate/react';
import { selectSearch } from '../../machines/appSelectors.ts';
import { readSupportQuery } from '../../machines/support/supportQuery.ts';
import SupportScreen from '../../screens/support/SupportScreen.tsx';
import { useFlow } from '../wiring/flows.ts';
import type { PageProps } from '../wiring/pageProps.ts';

export function SupportPage({ app }: PageProps) {
  const search = useSelector(app, selectSearch);
  const tickets = useFlow(app, 'support', 'tickets');
  const ticket = useFlow(app, 'support', 'ticket');
  const earlier = useFlow(app, 'support', 'earlierMessages');
  const newTicket = useFlow(app, 'support', 'newTicket');
  const replies = useFlow(app, 'support', 'replies');
  const closing = useFlow(app, 'support', 'closing');
  const file = useFlow(app, 'support', 'attachmentFile');
  if (!tickets || !ticket || !earlier || !newTicket || !replies || !closing || !file) return null;
  return (
    <SupportScreen
      tickets={tickets}
      ticket={ticket}
      earlier={earlier}
      newTicket={newTicket}
      replies={replies}
      closing={closing}
      file={file}
      query={readSupportQuery(search)}
    />
  );
}
