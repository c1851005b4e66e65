import { randomUUID } from 'node:crypto';
import { canStep, type TicketStatus, ticketSteps } from '../../contract/statuses.ts';
import type { FlowTrace, Ticket, TicketSummary } from '../../contract/support.ts';
import { Refusal } from '../core/refusal.ts';
import type { Query } from '../database/db.ts';
import { attachFiles, attachmentsOf } from './attachments.ts';

type Author = 'me' | 'support';

interface TicketRow {
  readonly id: string;
  readonly user_id: string;
  readonly number: string;
  readonly subject: string;
  readonly category: TicketSummary['category'];
  readonly priority: TicketSummary['priority'];
  readonly status: TicketStatus;
  readonly flow_record: FlowTrace | null;
  readonly created_at: Date;
  readonly updated_at: Date;
  readonly unread: boolean;
}

/** A ticket for its person: unread when support has written since they last read it. */
const told = `
  SELECT tickets.*, EXISTS (
    SELECT 1 FROM ticket_messages
    WHERE ticket_id = tickets.id AND author = 'support' AND position >= read_messages
  ) AS unread
  FROM tickets`;

interface NewTicket extends Pick<TicketSummary, 'subject' | 'category' | 'priority'> {
  readonly userId: string;
  readonly message: string;
  readonly attachmentIds?: readonly string[];
  readonly flowTrace: FlowTrace | null;
  readonly at: Date;
}

export async function openTicket(query: Query, wanted: NewTicket): Promise<string> {
  const { userId, subject, category, priority, message, attachmentIds: ids = [], flowTrace, at } = wanted;
  const id = randomUUID();
  await query(
    `INSERT INTO tickets (id, user_id, subject, category, priority, status, flow_record, created_at, updated_at)
    VALUES ($1, $2, $3, $4, $5, 'open', $6::jsonb, $7, $7)`,
    [id, userId, subject, category, priority, flowTrace && JSON.stringify(flowTrace), at],
  );
  const messageId = await addMessage(query, { id, author: 'me', text: message, at });
  await attachFiles(query, { userId, messageId, ids });
  return id;
}

interface NewMessage {
  readonly id: string;
  readonly author: Author;
  readonly text: string;
  readonly at: Date;
  /** A new id when left out. */
  readonly messageId?: string;
  /** The operator who writes for support. */
  readonly operator?: string;
}

/** Answers the message's id. Call it with the ticket's row locked, because the position is counted. */
export async function addMessage(query: Query, message: NewMessage): Promise<string> {
  const { id, author, text, at, messageId = randomUUID(), operator = null } = message;
  await query(
    `INSERT INTO ticket_messages (id, ticket_id, position, author, text, created_at, operator)
    SELECT $1, $2, count(*), $3, $4, $5, $6 FROM ticket_messages WHERE ticket_id = $2`,
    [messageId, id, author, text, at, operator],
  );
  await query('UPDATE tickets SET updated_at = $2 WHERE id = $1', [id, at]);
  return messageId;
}

/** The limits of a conversation for its person; support may always answer. */
const mostOfConversation = { messages: 200, characters: 300_000 };

/** Refuses with VALIDATION_FAILED a person's message that would exceed the limits of the conversation. */
export async function requireRoomFor(query: Query, id: string, message: string): Promise<void> {
  const [kept] = await query<{ messages: number; characters: number }>(
    'SELECT count(*)::int AS messages, coalesce(sum(length(text)), 0)::int AS characters FROM ticket_messages WHERE ticket_id = $1',
    [id],
  );
  const { messages = 0, characters = 0 } = kept ?? {};
  const hasRoom = characters + message.length <= mostOfConversation.characters;
  if (messages < mostOfConversation.messages && hasRoom) return;
  throw new Refusal('VALIDATION_FAILED', { fields: { message: 'conversation_full' } });
}

/** Locks a person's ticket until the end of the transaction. NOT_FOUND for another person's. */
export async function lockTicket(query: Query, userId: string, id: string): Promise<TicketStatus> {
  const [row] = await query<TicketRow>(
    'SELECT status FROM tickets WHERE id = $1 AND user_id = $2 FOR UPDATE',
    [id, userId],
  );
  if (!row) throw new Refusal('NOT_FOUND');
  return row.status;
}

/**
 * Marks a locked ticket as read, as far as a message or as a whole; what was read before stays read. Answers when the last of these was
 * written. VALIDATION_FAILED for a `seen` that is not in the ticket.
 */
export async function markTicketRead(query: Query, id: string, seen?: string): Promise<Date> {
  const [marked] = await query<{ read_until: Date }>(
    `UPDATE tickets SET read_messages = greatest(read_messages, part.messages) FROM (
      SELECT max(position) + 1 AS messages, max(created_at) AS read_until FROM ticket_messages
      WHERE ticket_id = $1 AND (
        $2::uuid IS NULL
        OR position <= (SELECT position FROM ticket_messages WHERE id = $2::uuid AND ticket_id = $1)
      )
    ) AS part WHERE id = $1 AND part.messages IS NOT NULL RETURNING part.read_until`,
    [id, seen ?? null],
  );
  if (!marked) throw new Refusal('VALIDATION_FAILED', { fields: { seen: 'unknown' } });
  return marked.read_until;
}

interface Step {
  readonly id: string;
  readonly from: TicketStatus;
  readonly to: TicketStatus;
  readonly at: Date;
}

/** Moves a locked ticket to its next status. STATUS_CONFLICT for a step that is not in the table (`ticketSteps`). */
export async function stepTicket(query: Query, { id, from, to, at }: Step): Promise<void> {
  if (!canStep(ticketSteps, from, to)) throw new Refusal('STATUS_CONFLICT');
  await query('UPDATE tickets SET status = $2, updated_at = $3 WHERE id = $1', [id, to, at]);
}

/** One page of a person's tickets, the last updated first. */
export async function listTickets(
  query: Query,
  userId: string,
  { page, per_page, status }: { page: number; per_page: number; status?: TicketStatus | undefined },
) {
  const rows = await query<TicketRow>(
    `${told} WHERE user_id = $1 AND ($2::text IS NULL OR status = $2)
    ORDER BY updated_at DESC, id DESC LIMIT $3 OFFSET $4`,
    [userId, status ?? null, per_page, (page - 1) * per_page],
  );
  const [counted] = await query<{ total: number }>(
    'SELECT count(*)::int AS total FROM tickets WHERE user_id = $1 AND ($2::text IS NULL OR status = $2)',
    [userId, status ?? null],
  );
  return { data: rows.map(tell), meta: { page, per_page, total: counted?.total ?? 0 } };
}

/** A person's ticket with its newest messages, or those before a message. NOT_FOUND for another person's. */
export async function findTicket(query: Query, userId: string, id: string, before?: string): Promise<Ticket> {
  const [row] = await query<TicketRow>(`${told} WHERE id = $1 AND user_id = $2`, [id, userId]);
  if (!row) throw new Refusal('NOT_FOUND');
  return { ...tell(row), flow_record: row.flow_record, ...(await messagesOf(query, id, { before })) };
}

type Message = Ticket['messages'][number] & { readonly operator: string | null };

interface Messages {
  readonly messages: Message[];
  readonly has_earlier: boolean;
}

/** The limits of one answer, because the answer to each written message is stored for ninety days. */
const mostAtOnce = { messages: 50, characters: 20_000 };

/** The limits of an answer to an operator, who reads the whole conversation. */
export const mostForOperator = { messages: 1_000, characters: 400_000 };

export interface ConversationPart {
  /** The first message that is known already. */
  readonly before?: string | undefined;
  readonly most?: typeof mostAtOnce;
}

/**
 * The newest messages of a ticket, or those before one of them, oldest first, with the names of support's authors. VALIDATION_FAILED for a
 * `before` that is not in the ticket.
 */
export async function messagesOf(
  query: Query,
  id: string,
  { before, most = mostAtOnce }: ConversationPart = {},
): Promise<Messages> {
  const end = before === undefined ? null : await positionOf(query, id, before);
  const rows = await query<{
    id: string;
    author: Author;
    operator: string | null;
    text: string;
    created_at: Date;
  }>(
    `SELECT id, author, operator, text, created_at FROM (
      SELECT *, sum(length(text)) OVER (ORDER BY position DESC) AS characters FROM ticket_messages
      WHERE ticket_id = $1 AND ($2::int IS NULL OR position < $2::int)
    ) AS newest WHERE characters - length(text) <= $4 ORDER BY position DESC LIMIT $3`,
    [id, end, most.messages + 1, most.characters],
  );
  let characters = 0;
  const told = rows
    .filter(({ text }, index) => {
      characters += text.length;
      return index === 0 || (index < most.messages && characters <= most.characters);
    })
    .reverse();
  const attachments = await attachmentsOf(
    query,
    told.map((row) => row.id),
  );
  return {
    messages: told.map((row) => ({
      ...row,
      attachments: attachments.get(row.id) ?? [],
      created_at: row.created_at.toISOString(),
    })),
    has_earlier: rows.length > told.length,
  };
}

async function positionOf(query: Query, ticketId: string, messageId: string): Promise<number> {
  const [message] = await query<{ position: number }>(
    'SELECT position FROM ticket_messages WHERE id = $1 AND ticket_id = $2',
    [messageId, ticketId],
  );
  if (!message) throw new Refusal('VALIDATION_FAILED', { fields: { before: 'unknown' } });
  return message.position;
}

function tell(row: TicketRow): TicketSummary {
  const { id, number, subject, category, priority, status, unread } = row;
  return {
    id,
    number: Number(number),
    subject,
    category,
    priority,
    status,
    unread,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}
