import * as z from 'zod/mini';
import { type Attachment, attachment, type FlowTrace, type Ticket } from '../../../contract/support.ts';
import type { SignedInInput } from '../core/area.ts';
import type { Checked, FormState } from '../core/formState.ts';
import { type FlowValues, type SavedFlow, tabDraftsFlow } from '../core/savedFlow.ts';

/** The parts of a message besides the typed ones, by the names of the wire. */
interface Enclosed {
  readonly attachment_ids: string[];
  readonly flow_record: FlowTrace | null;
}

/** What differs between kinds of messages. `Message` is the body of the contract. */
export interface MessageDescription<Values extends FlowValues, Message> {
  readonly id: string;
  readonly empty: Values;
  readonly check: (values: Values, enclosed: Enclosed) => Checked<Message>;
  /** Reads a message that was sent before a reload; null when it is invalid. */
  readonly readMessage: (value: unknown) => Message | null;
}

export interface MessageInput extends Pick<SignedInInput, 'makeKey' | 'readRecord'> {
  /** The flow's name, also that of its record. */
  readonly flow: string;
}

export interface MessageContext<Values extends FlowValues, Message> extends MessageInput, FormState<Values> {
  /** The uploaded files. */
  readonly attachments: readonly Attachment[];
  /** Whether a file is being uploaded or has failed: the message would be sent without it. */
  readonly hasOpenFiles: boolean;
  /** The last steps of the person's flows, as they would be attached; null when there are none. */
  readonly steps: FlowTrace | null;
  readonly withSteps: boolean;
  /** The message being sent and its key, until its outcome is known. */
  readonly message: Message | null;
  readonly key: string | null;
}

export type MessageEvent<Values extends FlowValues> =
  | { readonly type: 'field.changed'; readonly name: keyof Values & string; readonly value: string }
  | { readonly type: 'steps.toggled'; readonly withSteps: boolean }
  /** Its screen is shown, so the steps that could be attached are read again. */
  | { readonly type: 'screen.shown' }
  | { readonly type: 'form.submitted' }
  /** The person stops waiting for the answer. */
  | { readonly type: 'wait.ended' }
  /** Sends the message again under the same key, so that it cannot arrive twice. */
  | { readonly type: 'message.repeated' }
  /** Sends another message, whatever became of the first. */
  | { readonly type: 'message.changed' };

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

/** The record of a message; null when nothing would be lost without it. */
export function messageRecordOf<Values extends FlowValues>(
  { values, attachments, message, key }: MessageContext<Values, unknown>,
  empty: Values,
): SavedFlow | null {
  const isEmpty = Object.keys(empty).every((name) => values[name] === empty[name]);
  if (isEmpty && attachments.length === 0 && message === null) return null;
  return { step: message === null ? 'drafting' : 'sent', values, key, quote: { attachments, message } };
}

/** The uploaded files in a record. */
export function attachmentsIn(record: SavedFlow | null): readonly Attachment[] {
  const found = z.safeParse(stored, record?.quote);
  return found.success ? found.data.attachments : [];
}

/** The message that was being sent when its record was written, with its key; both or neither. */
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

/** The name under which a sent message is stored, beside the draft of its flow. */
export const sentFlow = (flow: string) => `${flow}-sent`;

/** The names under which drafts of a flow are stored: several tabs may have one each. */
export const draftFlows = (flow: string) => [flow, ...[2, 3, 4, 5].map((number) => `${flow}-${number}`)];

/** The record that a form begins with: of a message that was sent, else this tab's draft, else that of any tab. */
export function recordToResume(readRecord: SignedInInput['readRecord'], flow: string): SavedFlow | null {
  const own = readRecord(tabDraftsFlow)?.values[flow] ?? flow;
  for (const name of [sentFlow(flow), own, ...draftFlows(flow)]) {
    const record = readRecord(name);
    if (record) return record;
  }
  return null;
}
