import {
  ticketDecision,
  ticketDetails,
  ticketList,
  ticketPart,
  ticketsArea,
} from '../../../src/machines/console/ticketsArea.ts';
import TicketsScreen from '../../../src/screens/console/TicketsScreen.tsx';
import { openedTicket, operatorTicket, ticketLine } from '../../support/consoleAreas.ts';
import { paste, press, tick } from '../../support/replay/gestures.ts';
import { reviewMap } from '../../support/replay/reviewMap.ts';

const seen = operatorTicket.messages.length;
const answering = { verdict: 'answer', text: '', seen };

export const map = reviewMap({
  area: ticketsArea,
  list: ticketList,
  part: ticketPart,
  decision: ticketDecision,
  details: { machine: ticketDetails, data: openedTicket },
  operator: { name: 'anna', role: 'support' },
  screen: (area) => <TicketsScreen area={area as never} />,
  item: ticketLine,
  key: String(ticketLine.number),
  row: /^#1001/,
  filters: [
    {
      events: [{ type: 'filter.changed', filter: 'resolved' }],
      by: tick('Resolved'),
      offered: (list) => list.getSnapshot().context.filter !== 'resolved',
    },
  ],
  close: press('Back to list'),
  choices: [
    { name: 'Resolve', choice: { verdict: 'resolve', seen } },
    {
      name: 'Reply',
      choice: answering,
      changes: [[paste(/^Message/, 'We found it.'), { ...answering, text: 'We found it.' }]],
      keeps: true,
    },
  ],
  again: {
    events: [{ type: 'item.opened', item: ticketLine }],
    by: press('Continue'),
    offered: (area) =>
      area.getSnapshot().context.decisions[ticketLine.number]?.getSnapshot().hasTag('over') === true,
  },
  views: [/^(?:Open|Answered|Resolved|Closed)$/],
  fields: [/^Message/],
});
