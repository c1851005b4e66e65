import { act, renderHook } from '@testing-library/react';
import { expect, test } from 'vitest';
import { createActor, SimulatedClock } from 'xstate';
import type { Page } from '../../contract/paging.ts';
import type { Loaded, ReadRequest } from '../../contract/reading.ts';
import type { Ticket, TicketSummary } from '../../contract/support.ts';
import { useShownSince } from '../../src/app/layouts/useShownSince.ts';
import type { AppRef } from '../../src/machines/appMachine.ts';
import { ticketMachine, ticketsMachine } from '../../src/machines/support/supportArea.ts';
import { manualCall, settled } from '../support/actors.ts';
import { answered, ticketId } from '../support/emails.ts';
import { standing, standingArea } from '../support/replay/standingArea.ts';

const now = () => 30;

/** The age that is told of the support page, on which the tickets were read at 30 and one ticket at 10. */
async function start() {
  const clock = new SimulatedClock();
  const lists = manualCall<Loaded<Page<TicketSummary>>, ReadRequest>();
  const conversations = manualCall<Loaded<Ticket>, ReadRequest>();
  const tickets = createActor(ticketsMachine.provide({ actors: { load: lists.logic } }), {
    clock,
    input: { now, key: 'page=1' },
  }).start();
  const ticket = createActor(ticketMachine.provide({ actors: { load: conversations.logic } }), {
    clock,
    input: { now, key: ticketId },
  }).start();
  const meta = { page: 1, per_page: 10, total: 1 };
  lists.last().answer({ data: { data: [answered], meta }, loadedAt: 30 });
  conversations.last().answer({ data: answered, loadedAt: 10 });
  await settled();
  const signedIn = standing({ context: { areas: { support: standingArea({ tickets, ticket }) } } });
  const app = standing<AppRef>({ context: { signedIn } });
  const { result } = renderHook(() => useShownSince(app, 'support'));
  return { tickets, ticket, since: () => result.current };
}

test('what was read of a ticket is not told as the age of the list, once the list is shown again', async () => {
  const { ticket, since } = await start();
  expect(since()).toBe(10);
  act(() => ticket.send({ type: 'screen.shown', key: null }));
  expect(since()).toBe(30);
});

test('a list that stays while another page of it is read is told with its age', async () => {
  const { tickets, ticket, since } = await start();
  act(() => {
    ticket.send({ type: 'screen.shown', key: null });
    tickets.send({ type: 'screen.shown', key: 'page=2' });
  });
  expect(since()).toBe(30);
});
