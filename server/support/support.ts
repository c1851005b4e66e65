import {
  closeTicketCall,
  openTicketCall,
  readTicketCall,
  ticketCall,
  ticketsCall,
  writeMessageCall,
} from '../../contract/support.ts';
import { closedOf } from '../accounts/users.ts';
import { Refusal } from '../core/refusal.ts';
import { type Limit, takeUse } from '../core/throttle.ts';
import type { Db, Query } from '../database/db.ts';
import type { Route } from '../http/routes.ts';
import { markRead } from '../notifications/store.ts';
import { attachFiles } from './attachments.ts';
import {
  addMessage,
  findTicket,
  listTickets,
  lockTicket,
  markTicketRead,
  openTicket,
  requireRoomFor,
  stepTicket,
} from './tickets.ts';

/** The limit of a person's messages: thirty, then one per minute. */
const messagesByPerson: Limit = { name: 'support-message', burst: 30, every: 60_000 };

/** The account may have been closed after the call was admitted. It cannot be closed before the end of the transaction. */
async function requireOpenAccount(query: Query, userId: string): Promise<void> {
  if ((await closedOf(query, [userId])).size > 0) throw new Refusal('UNAUTHENTICATED');
}

/** Registers the calls with which a person gets help, also while the account is frozen. */
export function supportCalls(route: Route, { database }: { database: Db }) {
  route(ticketsCall, ({ search, session }) => listTickets(database.query, session.user.id, search));

  route(openTicketCall, async ({ body, query, session, at }) => {
    const userId = session.user.id;
    await requireOpenAccount(query, userId);
    await takeUse(query, messagesByPerson, userId, at);
    const { flow_record: flowTrace, attachment_ids: attachmentIds, ...wanted } = body;
    const id = await openTicket(query, { ...wanted, userId, attachmentIds, flowTrace, at });
    return findTicket(query, userId, id);
  });

  route(ticketCall, ({ params, search, session }) =>
    findTicket(database.query, session.user.id, params.id, search.before),
  );

  route(readTicketCall, ({ params: { id }, search: { seen }, session, at }) =>
    database.transaction(async (query) => {
      const userId = session.user.id;
      await lockTicket(query, userId, id);
      const until = await markTicketRead(query, id, seen);
      await markRead(query, { userId, subjectId: id, until, at });
      return undefined;
    }),
  );

  route(writeMessageCall, async ({ params: { id }, body, query, session, at }) => {
    const userId = session.user.id;
    await requireOpenAccount(query, userId);
    const status = await lockTicket(query, userId, id);
    if (status === 'closed') throw new Refusal('STATUS_CONFLICT');
    await takeUse(query, messagesByPerson, userId, at);
    await requireRoomFor(query, id, body.message);
    const messageId = await addMessage(query, { id, author: 'me', text: body.message, at });
    await attachFiles(query, { userId, messageId, ids: body.attachment_ids });
    if (status === 'resolved') await stepTicket(query, { id, from: status, to: 'open', at });
    return findTicket(query, userId, id);
  });

  route(closeTicketCall, async ({ params: { id }, query, session, at }) => {
    const userId = session.user.id;
    await requireOpenAccount(query, userId);
    const status = await lockTicket(query, userId, id);
    await stepTicket(query, { id, from: status, to: 'closed', at });
    return findTicket(query, userId, id);
  });
}
