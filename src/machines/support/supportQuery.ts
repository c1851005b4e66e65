import type { TicketStatus } from '../../../contract/statuses.ts';
import { ticketStatuses } from '../../../contract/support.ts';

/** What the address of the screen says: `?status=open&page=2&ticket=ID`. */
export interface SupportQuery {
  /** Null: of every status. What is no status is none. */
  readonly status: TicketStatus | null;
  /** From 1; a page that is none is the first. */
  readonly page: number;
  /** The ticket whose conversation is open, `new` for one that is being written, null for the list. */
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

/** The address of a query. What goes without saying is not in it. */
export function supportAddress({ status, page, ticket }: SupportQuery): string {
  const search = new URLSearchParams({
    ...(status === null ? {} : { status }),
    ...(page === 1 ? {} : { page: String(page) }),
    ...(ticket === null ? {} : { ticket }),
  }).toString();
  return search === '' ? '/support' : `/support?${search}`;
}

/** What the list is asked for. */
export function ticketsKey({ status, page }: SupportQuery): string {
  return `${status === null ? '' : `status=${status}&`}page=${page}&per_page=10`;
}

/** The ticket to be read, or null while the list or a new one is shown. */
export function ticketKey({ ticket }: SupportQuery): string | null {
  return ticket === 'new' ? null : ticket;
}
