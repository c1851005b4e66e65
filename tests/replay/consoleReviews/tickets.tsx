import {
  ticketDecision,
  ticketDetails,
  ticketList,
  ticketPart,
  ticketsArea,
} from '../../../src/machines/console/ticketsArea.ts';
import TicketsScreen from '../../../src/screens/console/TicketsScreen.tsx';
import { openedTicket, ticketLine } from '../../support/consoleAreas.ts';
import { paste, press, tick } from '../../support/replay/gestures.ts';
import { reviewMap } from '../../support/replay/reviewMap.ts';

const answering = { verdict: 'answer', text: '', seen: 2 };

export const map = reviewMap({
  area: ticketsArea,
  list: ticketList,
  part: ticketPart,
  decision: ticketDecision,
  details: { machine: ticketDetails, data: openedTicket },
  isChosenFromDetails: true,
  screen: (area) => <TicketsScreen area={area} />,
  item: ticketLine,
  key: '1001',
  row: /^#1001/,
  filters: [{ filter: 'resolved', by: tick('Resolved') }],
  back: press('Back to list'),
  choices: [
    { choice: answering, by: press('Reply'), confirmed: press('Reply') },
    { choice: { verdict: 'resolve', seen: 2 }, by: press('Resolve'), confirmed: press('Resolve') },
  ],
  sent: { verdict: 'resolve', seen: 2 },
  changes: [
    { from: answering, choice: { ...answering, text: 'We look.' }, by: paste(/^Message/, 'We look.') },
  ],
  again: { item: ticketLine, by: press('Continue'), offered: (decision) => decision.hasTag('over') },
  views: [/^Message/, 'Open', 'Answered', 'Resolved', 'Closed'],
});
