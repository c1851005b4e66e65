import * as z from 'zod/mini';
import type { FieldErrors } from '../../../contract/rules.ts';
import { type Attachment, attachment, type FlowTrace } from '../../../contract/support.ts';
import type { FlowValues, SavedFlow } from '../core/savedFlow.ts';

/** What a message has beside what is typed, by the names of the wire. */
interface Enclosed {
  readonly attachment_ids: string[];
  readonly flow_record: FlowTrace | null;
}

/** What tells one kind of message from another. `Message` is what is sent, by the contract. */
export interface MessageDescription<Values extends FlowValues, Message> {
  readonly id: string;
  readonly empty: Values;
  readonly check: (
    values: Values,
    enclosed: Enclosed,
  ) => { readonly ok: true; readonly value: Message } | { readonly ok: false; readonly fields: FieldErrors };
  /** A message that was sealed before a reload; null when it is none. */
  readonly readMessage: (value: unknown) => Message | null;
}

const stored = z.object({ attachments: z.array(attachment), message: z.unknown() });

interface Written {
  readonly values: FlowValues;
  readonly attachments: readonly Attachment[];
  readonly message: unknown;
  readonly key: string | null;
}

/** What is kept of a message; null when there is nothing that would be missed. */
export function recordOf(
  { values, attachments, message, key }: Written,
  empty: FlowValues,
): SavedFlow | null {
  const isEmpty = Object.keys(empty).every((name) => values[name] === empty[name]);
  if (isEmpty && attachments.length === 0 && message === null) return null;
  return { step: message === null ? 'drafting' : 'sent', values, key, quote: { attachments, message } };
}

/** What a record has of files that were sent already. */
export function attachmentsIn(record: SavedFlow | null): readonly Attachment[] {
  const found = z.safeParse(stored, record?.quote);
  return found.success ? found.data.attachments : [];
}

/** The message that had been sent when its record was written, with its key; both or none. */
export function messageIn<Message>(
  record: SavedFlow | null,
  { readMessage }: Pick<MessageDescription<FlowValues, Message>, 'readMessage'>,
): { readonly message: Message | null; readonly key: string | null } {
  const found = z.safeParse(stored, record?.quote);
  const message = found.success ? readMessage(found.data.message) : null;
  const key = record?.key ?? null;
  return record?.step === 'sent' && message !== null && key !== null
    ? { message, key }
    : { message: null, key: null };
}
