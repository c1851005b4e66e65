import type { TicketStatus } from '../../contract/statuses.ts';
import type { FlowTrace } from '../../contract/support.ts';
import {
  answerTicketCall,
  type OperatorTicket,
  openTicketsCall,
  reopenTicketCall,
  resolveTicketCall,
  showTicketCall,
  type TicketLine,
  ticketFileCall,
} from '../../contract/supportTickets.ts';
import { tellUser, type UserRow } from '../accounts/users.ts';
import { keysetPage, positionOf, readPosition } from '../core/keyset.ts';
import { decidedBefore, Refusal } from '../core/refusal.ts';
import type { Query } from '../database/db.ts';
import { type FileWorld, readFile } from '../files/records.ts';
import type { Route } from '../http/routes.ts';
import { notify } from '../notifications/store.ts';
import { addMessage, type ConversationPart, messagesOf, mostForOperator, stepTicket } from './tickets.ts';

export function ticketCalls(route: Route, { database, files }: FileWorld) {
  route(openTicketsCall, async ({ search: { status, after, per_page } }) => {
    const isWaiting = status === 'open' || status === 'inProgress';
    const [behind, order] = isWaiting ? ['>', 'ASC'] : ['<', 'DESC'];
    const position = readPosition(after);
    const rows = await database.query<TicketLineRow>(
      `SELECT tickets.*, users.email FROM (
        SELECT * FROM tickets WHERE status = $1
          ${position.length > 0 ? `AND (updated_at, id) ${behind} ($3::timestamptz, $4::uuid)` : ''}
        ORDER BY updated_at ${order}, id ${order} LIMIT $2
      ) AS tickets JOIN users ON users.id = user_id ORDER BY updated_at ${order}, tickets.id ${order}`,
      [status, per_page + 1, ...position],
    );
    return keysetPage(rows, per_page, {
      position: ({ updated_at, id }) => positionOf({ at: updated_at, id }),
      tell: tellLine,
    });
  });

  route(showTicketCall, async ({ body }) =>
    show(database.query, body.number, { before: body.before, most: mostForOperator }),
  );

  route(ticketFileCall, async ({ params: { number, file } }) => {
    const [found] = await database.query<{ id: string; name: string; type: string; size: number }>(
      `SELECT files.id, files.name, files.type, files.size FROM ticket_attachments
      JOIN files ON files.id = file_id JOIN ticket_messages ON ticket_messages.id = message_id
      JOIN tickets ON tickets.id = ticket_id WHERE file_id = $1 AND number = $2`,
      [file, number],
    );
    if (!found) throw new Refusal('NOT_FOUND');
    return readFile(files, found);
  });

  route(answerTicketCall, ({ body, operator, at }) =>
    database.transaction((query) => answerTicket(query, { ...body, operator: operator.name, at })),
  );

  route(resolveTicketCall, ({ body: { number, seen }, operator, at }) =>
    database.transaction(async (query) => {
      const { id, status, resolved_by } = await lock(query, number);
      if (status === 'resolved' && resolved_by === operator.name) return show(query, number);
      if (status === 'resolved') throw decidedBefore(resolved_by);
      await requireSeen(query, id, seen);
      await stepTicket(query, { id, from: status, to: 'resolved', at });
      await query('UPDATE tickets SET resolved_by = $2 WHERE id = $1', [id, operator.name]);
      return show(query, number);
    }),
  );

  route(reopenTicketCall, ({ body: { number }, at }) =>
    database.transaction(async (query) => {
      const { id, status } = await lock(query, number);
      if (status === 'open' || status === 'inProgress') return show(query, number);
      await stepTicket(query, { id, from: status, to: 'open', at });
      return show(query, number);
    }),
  );
}

interface Answer {
  readonly number: number;
  readonly seen?: number | undefined;
  readonly text: string;
  readonly id?: string | undefined;
  readonly operator: string;
  readonly at: Date;
}

/** Writes support's answer and notifies the person. STATUS_CONFLICT once the ticket is closed. */
async function answerTicket(query: Query, answer: Answer): Promise<OperatorTicket> {
  const { number, seen, text, id: messageId, operator, at } = answer;
  const { id, user_id: userId, status } = await lock(query, number);
  if (messageId !== undefined) {
    const [sent] = await query<{ ticket_id: string; text: string }>(
      'SELECT ticket_id, text FROM ticket_messages WHERE id = $1',
      [messageId],
    );
    if (sent && (sent.ticket_id !== id || sent.text !== text)) throw new Refusal('IDEMPOTENCY_MISMATCH');
    if (sent) return show(query, number);
  }
  if (status === 'closed') throw new Refusal('STATUS_CONFLICT');
  await requireSeen(query, id, seen);
  await addMessage(query, { id, author: 'support', text, at, operator, ...(messageId && { messageId }) });
  if (status === 'open') await stepTicket(query, { id, from: status, to: 'inProgress', at });
  await notify(query, { userId, kind: 'ticket', subjectId: id, at });
  return show(query, number);
}

/** STATUS_CONFLICT when somebody has written since: another operator, who is named, or the person. */
async function requireSeen(query: Query, id: string, seen: number | undefined): Promise<void> {
  if (seen === undefined) return;
  const later = await query<{ operator: string | null }>(
    'SELECT operator FROM ticket_messages WHERE ticket_id = $1 AND position >= $2 ORDER BY position DESC LIMIT 1',
    [id, seen],
  );
  if (later[0]) throw decidedBefore(later[0].operator);
}

interface TicketLineRow extends Omit<TicketLine, 'number' | 'updated_at' | 'status'> {
  readonly id: string;
  readonly user_id: string;
  readonly number: string;
  readonly status: TicketStatus;
  readonly flow_record: FlowTrace | null;
  readonly updated_at: Date;
}

async function find(query: Query, number: number): Promise<TicketLineRow> {
  const [row] = await query<TicketLineRow>(
    'SELECT tickets.*, users.email FROM tickets JOIN users ON users.id = user_id WHERE number = $1',
    [number],
  );
  if (!row) throw new Refusal('NOT_FOUND');
  return row;
}

async function lock(query: Query, number: number): Promise<TicketLineRow> {
  await query('SELECT id FROM tickets WHERE number = $1 FOR UPDATE', [number]);
  return find(query, number);
}

async function show(query: Query, number: number, part?: ConversationPart): Promise<OperatorTicket> {
  const row = await find(query, number);
  const [person] = await query<UserRow>('SELECT * FROM users WHERE id = $1', [row.user_id]);
  if (!person) throw new Error('a ticket has no account');
  return {
    ...tellLine(row),
    account: { id: person.id, freeze: tellUser(person).freeze },
    flow_record: row.flow_record,
    ...(await messagesOf(query, row.id, part)),
  };
}

function tellLine(row: TicketLineRow): TicketLine {
  const { number, email, status, priority, category, subject, updated_at } = row;
  return {
    number: Number(number),
    email,
    status,
    priority,
    category,
    subject,
    updated_at: updated_at.toISOString(),
    resolved_by: status === 'resolved' || status === 'closed' ? row.resolved_by : null,
  };
}
