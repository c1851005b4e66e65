import { createActor } from 'xstate';
import { PageTitle } from '../../../src/components/base/PageTitle.tsx';
import { toastsMachine } from '../../../src/machines/core/toastsMachine.ts';
import { newTicketMachine } from '../../../src/machines/support/newTicketMachine.ts';
import { ticketsMachine } from '../../../src/machines/support/supportArea.ts';
import { TicketList } from '../../../src/screens/support/TicketList.tsx';
import { signedInInput } from '../../support/areas.ts';
import { answered } from '../../support/emails.ts';
import { resourceMap } from '../../support/replay/resourceMap.ts';

const query = { status: null, page: 1, ticket: null };
const now = () => 0;
const newTicket = createActor(newTicketMachine, {
  input: {
    ...signedInInput(now, createActor(toastsMachine, { input: { now } })),
    flow: 'newTicket',
  } as never,
});

export const tickets = resourceMap({
  machine: ticketsMachine,
  data: [
    { data: [answered], meta: { page: 1, per_page: 10, total: 1 } },
    { data: [], meta: { page: 1, per_page: 10, total: 0 } },
  ],
  keys: ['page=1', 'page=2', null],
  screen: (actor) => (
    <>
      <PageTitle>Support</PageTitle>
      <TicketList tickets={actor} newTicket={newTicket} query={query} />
    </>
  ),
  isShown: (actor) => !actor.getSnapshot().matches('unasked'),
});
