import * as z from 'zod/mini';
import type { FieldErrors } from '../../../contract/rules.ts';
import { type Attachment, attachment, type FlowTrace } from '../../../contract/support.ts';
import type { FlowValues, SavedFlow } from '../core/savedFlow.ts';

/** What a message has beside what is typed, by the names of the wire. */
interface Enclosed {
  readonly attachment_ids: string[];
  readonly flow_record: FlowTrace | null;
}

/** What tells one kind of message from another. `Letter` is what is sent, by the contract. */
export interface MessageDescription<Values extends FlowValues, Letter> {
  readonly id: string;
  readonly empty: Values;
  readonly check: (
    values: Values,
    enclosed: Enclosed,
  ) => { readonly ok: true; readonly value: Letter } | { readonly ok: false; readonly fields: FieldErrors };
  /** A message that was sealed before a reload; null when it is none. */
  readonly readEmail: (value: unknown) => Letter | null;
}

const stored = z.object({ attachments: z.array(attachment), letter: z.unknown() });

interface Written {
  readonly values: FlowValues;
  readonly attachments: readonly Attachment[];
  readonly letter: unknown;
  readonly key: string | null;
}

/** What is kept of a message; null when there is nothing that would be missed. */
export function recordOf({ values, attachments, letter, key }: Written, empty: FlowValues): SavedFlow | null {
  const isEmpty = Object.keys(empty).every((name) => values[name] === empty[name]);
  if (isEmpty && attachments.length === 0 && letter === null) return null;
  return { step: letter === null ? 'drafting' : 'sent', values, key, quote: { attachments, letter } };
}

/** What a record has of files that were sent already. */
export function attachmentsIn(record: SavedFlow | null): readonly Attachment[] {
  const found = z.safeParse(stored, record?.quote);
  return found.success ? found.data.attachments : [];
}

/** The message that had been sent when its record was written, with its key; both or none. */
export function messageIn<Letter>(
  record: SavedFlow | null,
  { readEmail }: Pick<MessageDescription<FlowValues, Letter>, 'readEmail'>,
): { readonly letter: Letter | null; readonly key: string | null } {
  const found = z.safeParse(stored, record?.quote);
  const letter = found.success ? readEmail(found.data.letter) : null;
  const key = record?.key ?? null;
  return record?.step === 'sent' && letter !== null && key !== null
    ? { letter, key }
    : { letter: null, key: null };
}
