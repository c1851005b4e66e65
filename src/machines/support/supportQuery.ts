import type { TicketStatus } from '../../../contract/statuses.ts';
import { ticketStatuses } from '../../../contract/support.ts';

/** The query of the screen's address: `?status=open&page=2&ticket=ID`. */
export interface SupportQuery {
  /** Null for every status, and for an unknown one. */
  readonly status: TicketStatus | null;
  /** From 1; an invalid page is the first. */
  readonly page: number;
  /** The ticket whose conversation is open, `new` for a new ticket, null for the list. */
  readonly ticket: string | null;
}

export function readSupportQuery(search: string): SupportQuery {
  const query = new URLSearchParams(search);
  const page = query.get('page') ?? '';
  return {
    status: ticketStatuses.find((status) => status === query.get('status')) ?? null,
    page: /^[1-9]\d{0,6}$/.test(page) ? Number(page) : 1,
    ticket: query.get('ticket')?.trim() || null,
  };
}

/** The address of a query, without default values. */
export function supportAddress({ status, page, ticket }: SupportQuery): string {
  const search = new URLSearchParams({
    ...(status === null ? {} : { status }),
    ...(page === 1 ? {} : { page: String(page) }),
    ...(ticket === null ? {} : { ticket }),
  }).toString();
  return search === '' ? '/support' : `/support?${search}`;
}

/** The address of the form for a new ticket. */
export const newTicketAddress = supportAddress({ status: null, page: 1, ticket: 'new' });

/** The request for the list. */
export function ticketsKey({ status, page }: SupportQuery): string {
  return `${status === null ? '' : `status=${status}&`}page=${page}&per_page=10`;
}

/** The ticket to read, or null while the list or a new ticket is shown. */
export function ticketKey({ ticket }: SupportQuery): string | null {
  return ticket === 'new' ? null : ticket;
}
