import type { TicketStatus } from '../../contract/statuses.ts';
import type { FlowTrace } from '../../contract/support.ts';
import {
  answerTicketCall,
  type OperatorTicket,
  openTicketsCall,
  resolveTicketCall,
  showTicketCall,
  type TicketLine,
} from '../../contract/supportTickets.ts';
import { Refusal } from '../core/refusal.ts';
import type { Db, Query } from '../database/db.ts';
import type { Route } from '../http/routes.ts';
import { notify } from '../notifications/store.ts';
import { addMessage, messagesOf, stepTicket } from './tickets.ts';

/** Registers the operator's calls on tickets. */
export function ticketCalls(route: Route, { database }: { database: Db }) {
  route(openTicketsCall, async () => {
    const rows = await database.query<TicketLineRow>(
      `${told} WHERE tickets.status IN ('open', 'inProgress') ORDER BY tickets.status = 'inProgress', updated_at, tickets.id`,
    );
    return rows.map(tellLine);
  });

  route(showTicketCall, async ({ body }) => show(database.query, await find(database.query, body.number)));

  route(answerTicketCall, ({ body: { number, text }, at }) =>
    database.transaction((query) => answerTicket(query, { number, text, at })),
  );

  route(resolveTicketCall, ({ body: { number }, at }) =>
    database.transaction(async (query) => {
      const { id, status } = await lock(query, number);
      await stepTicket(query, { id, from: status, to: 'resolved', at });
      return show(query, await find(query, number));
    }),
  );
}

/** Writes support's answer and tells the ticket's person. STATUS_CONFLICT once the ticket is closed. */
async function answerTicket(
  query: Query,
  { number, text, at }: { number: number; text: string; at: Date },
): Promise<OperatorTicket> {
  const { id, user_id: userId, status } = await lock(query, number);
  if (status === 'closed') throw new Refusal('STATUS_CONFLICT');
  await addMessage(query, { id, author: 'support', text, at });
  if (status === 'open') await stepTicket(query, { id, from: status, to: 'inProgress', at });
  await notify(query, { userId, kind: 'ticket', subjectId: id, at });
  return show(query, await find(query, number));
}

interface TicketLineRow extends Omit<TicketLine, 'number' | 'updated_at' | 'status'> {
  readonly id: string;
  readonly user_id: string;
  readonly number: string;
  readonly status: TicketStatus;
  readonly flow_record: FlowTrace | null;
  readonly updated_at: Date;
}

const told = 'SELECT tickets.*, users.email FROM tickets JOIN users ON users.id = user_id';

async function find(query: Query, number: number): Promise<TicketLineRow> {
  const [row] = await query<TicketLineRow>(`${told} WHERE number = $1`, [number]);
  if (!row) throw new Refusal('NOT_FOUND');
  return row;
}

async function lock(query: Query, number: number): Promise<TicketLineRow> {
  await query('SELECT id FROM tickets WHERE number = $1 FOR UPDATE', [number]);
  return find(query, number);
}

async function show(query: Query, row: TicketLineRow): Promise<OperatorTicket> {
  return { ...tellLine(row), flow_record: row.flow_record, messages: await messagesOf(query, row.id) };
}

function tellLine({
  number,
  email,
  status,
  priority,
  category,
  subject,
  updated_at,
}: TicketLineRow): TicketLine {
  return {
    number: Number(number),
    email,
    status,
    priority,
    category,
    subject,
    updated_at: updated_at.toISOString(),
  };
}
