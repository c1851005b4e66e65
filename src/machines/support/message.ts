import * as z from 'zod/mini';
import { type Attachment, attachment, type FlowTrace, type Ticket } from '../../../contract/support.ts';
import type { SignedInInput } from '../core/area.ts';
import type { Checked, FormState } from '../core/formState.ts';
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
  readonly check: (values: Values, enclosed: Enclosed) => Checked<Message>;
  /** A message that was sealed before a reload; null when it is none. */
  readonly readMessage: (value: unknown) => Message | null;
}

export interface MessageInput extends Pick<SignedInInput, 'makeKey' | 'readRecord'> {
  /** Also the name of its record. */
  readonly flow: string;
}

export interface MessageContext<Values extends FlowValues, Message> extends MessageInput, FormState<Values> {
  /** What was sent of the files. */
  readonly attachments: readonly Attachment[];
  /** A file is on its way or has failed: the message would leave without it. */
  readonly hasOpenFiles: boolean;
  /** The last steps of the person's flows, as they would be attached; null when there are none. */
  readonly steps: FlowTrace | null;
  readonly withSteps: boolean;
  /** What is sent, and its key: from the moment of sending until it is known what became of it. */
  readonly message: Message | null;
  readonly key: string | null;
}

export type MessageEvent<Values extends FlowValues> =
  | { readonly type: 'field.changed'; readonly name: keyof Values & string; readonly value: string }
  | { readonly type: 'steps.toggled'; readonly withSteps: boolean }
  /** Its screen is shown: the steps that could be attached are read anew. */
  | { readonly type: 'screen.shown' }
  | { readonly type: 'form.submitted' }
  /** A person does not want to wait for the answer any longer. */
  | { readonly type: 'wait.ended' }
  /** Under the same key: it cannot arrive twice. */
  | { readonly type: 'message.repeated' }
  /** As another message, whatever became of the first. */
  | { readonly type: 'message.changed' };

/** A message has arrived. */
export interface MessageSent {
  readonly type: 'message.sent';
  readonly flow: string;
  readonly ticket: Ticket;
}

const stored = z.object({ attachments: z.array(attachment), message: z.unknown() });

export function enclosedIn<Values extends FlowValues>({
  attachments,
  steps,
  withSteps,
}: MessageContext<Values, unknown>): Enclosed {
  return { attachment_ids: attachments.map(({ id }) => id), flow_record: withSteps ? steps : null };
}

/** What is kept of a message; null when there is nothing that would be missed. */
export function recordOf<Values extends FlowValues>(
  { values, attachments, message, key }: MessageContext<Values, unknown>,
  empty: Values,
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
