import type { BodyOf } from '../../../contract/call.ts';
import { CallError, failureOf } from '../../../contract/failure.ts';
import type { Page } from '../../../contract/paging.ts';
import type { Loaded } from '../../../contract/reading.ts';
import {
  type Attachment,
  attachmentCall,
  closeTicketCall,
  openTicketCall,
  readTicketCall,
  type Ticket,
  type TicketSummary,
  ticketCall,
  ticketsCall,
  uploadAttachmentCall,
  writeMessageCall,
} from '../../../contract/support.ts';
import { isBareNotFound } from '../core/bareNotFound.ts';
import type { Cache, ReadingByKey } from '../core/cache.ts';
import { saveBytes } from '../core/files.ts';
import type { FetchFile, Http } from '../core/http.ts';
import { checkedFile, type Progress } from '../core/uploads.ts';

/** Reads one page of the person's tickets; the key is the query behind the `?`. */
export function readTickets(
  http: Http,
  cache: Pick<Cache, 'read'>,
  reading: ReadingByKey,
): Promise<Loaded<Page<TicketSummary>>> {
  const { key } = reading.input;
  return cache.read(
    { key: `tickets?${key}`, fetch: (signal) => http(ticketsCall, { search: key, signal }) },
    reading,
  );
}

/** Reads one ticket with its conversation; the key is its id. */
export function readTicket(
  http: Http,
  cache: Pick<Cache, 'read'>,
  reading: ReadingByKey,
): Promise<Loaded<Ticket>> {
  const { key } = reading.input;
  return cache.read(
    {
      key: `tickets/${key}`,
      fetch: async (signal) => {
        try {
          return (await http(ticketCall, { params: { id: key }, signal })).data;
        } catch (error) {
          if (!isBareNotFound(error)) throw error;
          // Reading the tickets throws when the server has no support at all; otherwise only this ticket is missing.
          await http(ticketsCall, { signal });
          throw new CallError({ ...failureOf(error), code: 'GENERAL' }, { cause: error });
        }
      },
    },
    reading,
  );
}

/** Reads the messages of a ticket before one of them, as many as the server sends at once. */
export async function readEarlierMessages(
  http: Http,
  { id, before, signal }: { readonly id: string; readonly before: string; readonly signal: AbortSignal },
): Promise<Ticket> {
  const search = new URLSearchParams({ before }).toString();
  return (await http(ticketCall, { params: { id }, search, signal })).data;
}

/** The fields of a new ticket. */
export type TicketForm = BodyOf<typeof openTicketCall>;

/** Opens a ticket, once per key. */
export async function openTicket(
  http: Http,
  { form, key }: { readonly form: TicketForm; readonly key: string },
): Promise<Ticket> {
  return (await http(openTicketCall, { body: form, key })).data;
}

type Message = BodyOf<typeof writeMessageCall>;

/** Writes a message in a ticket, once per key. */
export async function writeMessage(
  http: Http,
  { id, message, key }: { readonly id: string; readonly message: Message; readonly key: string },
): Promise<Ticket> {
  return (await http(writeMessageCall, { params: { id }, body: message, key })).data;
}

interface AttachmentUpload {
  readonly input: { readonly file: File; readonly hear?: (progress: Progress) => void };
  /** Cancels a running upload. */
  readonly signal: AbortSignal;
}

/** Uploads a file for a message. */
export async function uploadAttachment(http: Http, { input, signal }: AttachmentUpload): Promise<Attachment> {
  const file = await checkedFile(input.file, uploadAttachmentCall.upload);
  return (await http(uploadAttachmentCall, { ...input, file, signal })).data;
}

/** Closes a ticket for good, once per key. */
export async function closeTicket(
  http: Http,
  { id, key }: { readonly id: string; readonly key: string },
): Promise<Ticket> {
  return (await http(closeTicketCall, { params: { id }, key })).data;
}

interface TicketMark {
  readonly id: string;
  /** The last message that was shown; null marks the whole ticket. */
  readonly seen: string | null;
}

/** Tells the server that support's messages were read, as far as they were shown. */
export async function markTicketRead(http: Http, { id, seen }: TicketMark): Promise<void> {
  const search = seen === null ? '' : new URLSearchParams({ seen }).toString();
  await http(readTicketCall, { params: { id }, search });
}

/** Fetches a file that the person attached and saves it under its name; `filters` is its id. */
export async function saveAttachment(
  fetchFile: FetchFile,
  { input, signal }: { input: { readonly filters: string; readonly name: string }; signal: AbortSignal },
): Promise<void> {
  const bytes = await fetchFile(attachmentCall, { params: { id: input.filters }, signal });
  if (!signal.aborted) saveBytes(input.name, bytes);
}
