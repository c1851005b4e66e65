import type { KeysetPage } from '../../../contract/paging.ts';
import {
  answerTicketCall,
  type OperatorTicket,
  openTicketsCall,
  readWholeTicket,
  reopenTicketCall,
  resolveTicketCall,
  showTicketCall,
  type TicketLine,
  ticketFileCall,
} from '../../../contract/supportTickets.ts';
import type { FetchFile, Http } from '../core/http.ts';
import { createOpenedFiles } from './openedFiles.ts';
import { partSearch, type Reading } from './operatorCalls.ts';

interface Ports {
  readonly http: Http;
  readonly fetchFile: FetchFile;
}

export function createTicketReview({ http, fetchFile }: Ports) {
  const openFiles = createOpenedFiles();
  const read = (number: number, signal?: AbortSignal): Promise<OperatorTicket> =>
    readWholeTicket(
      async (before) =>
        (await http(showTicketCall, { body: { number, before }, ...(signal && { signal }) })).data,
    );
  return {
    list: (status: string, after: string | null, reading: Reading): Promise<KeysetPage<TicketLine>> =>
      http(openTicketsCall, { search: partSearch(after, status === '' ? {} : { status }), ...reading }),
    read,
    async answer(number: number, text: string, seen: number): Promise<void> {
      await http(answerTicketCall, { body: { number, text, seen } });
    },
    async resolve(number: number, seen: number): Promise<void> {
      await http(resolveTicketCall, { body: { number, seen } });
    },
    async reopen(number: number): Promise<void> {
      await http(reopenTicketCall, { body: { number } });
    },
    async open(number: number, signal: AbortSignal) {
      const ticket = await read(number, signal);
      const files = ticket.messages.flatMap(({ attachments }) => attachments.map(({ id }) => id));
      const fetchOne = (file: string) =>
        fetchFile(ticketFileCall, { params: { number: String(number), file }, signal });
      return { ticket, opened: await openFiles(files, fetchOne, signal) };
    },
  };
}
