import * as z from 'zod/mini';
import type { SessionStore } from './session.ts';
import { lastReadKey } from './sessionKeys.ts';
import type { KeyValueStore } from './storage.ts';

/** A stored flow: its step, typed values, the key of the request, and the reviewed quote. */
interface SavedFlow {
  readonly step: 'drafting' | 'reviewing' | 'proving' | 'rebinding' | 'sent';
  readonly values: Readonly<Record<string, string>>;
  readonly key: string | null;
  readonly quote: unknown;
  /** Until when the server accepts the request. */
  readonly until?: number | undefined;
  /** The drafts of this flow that were set aside, the newest first. */
  readonly aside?:
    | readonly { readonly values: Readonly<Record<string, string>>; readonly quote: unknown }[]
    | undefined;
}

const stored = z.object({
  version: z.literal(1),
  step: z.enum(['drafting', 'reviewing', 'proving', 'rebinding', 'sent']),
  values: z.record(z.string(), z.string()),
  key: z.nullable(z.string()),
  quote: z.unknown(),
  // If this is unreadable, the key still finds the payment.
  until: z.catch(z.optional(z.number()), undefined),
  aside: z.optional(z.array(z.object({ values: z.record(z.string(), z.string()), quote: z.unknown() }))),
});

/**
 * A person's unfinished flows in this browser: a small record for each, under the person's id.
 * It survives a reload, a crash and the end of a session, but not a sign-out.
 */
export interface SavedFlows {
  /** Null when there is no readable record. Of a message that was sent, that record; else the draft. */
  read(flow: string): SavedFlow | null;
  /**
   * Null deletes the record. Without a session nothing is stored, because no person is known. Answers whether the record is stored;
   * without space the old record is deleted too, because it is outdated.
   */
  keep(flow: string, record: SavedFlow | null): boolean;
  /**
   * Like `keep`, for a message to support, whose form several tabs may have open. A sent message has a record of its own beside the draft:
   * another tab neither replaces nor deletes it before it has read it. A draft takes the place of another tab's, and does not delete it.
   */
  keepMessage(flow: string, record: SavedFlow | null): void;
  /** The flows whose payment was sent, here or in another tab, and has no known outcome yet. */
  sent(): readonly string[];
  /**
   * Deletes all flows of the signed-in person, except a payment that was sent: only its key finds its outcome, and the tab
   * that sent it may still wait for the answer.
   */
  leave(): void;
  /** Deletes all flows of a person whose account is closed. */
  forget(person: string | null): void;
}

/** Space reserved in a draft's record, so that sending the payment never fails for lack of space. */
const reserve = ' '.repeat(100);

/** The name under which a sent message is stored, beside the draft of its flow. */
const sentFlow = (flow: string) => `${flow}-sent`;

/**
 * `payments`: the flows that move money. `tab`: the flows that only the tab in which they began continues, and the store
 * for them.
 */
export function createSavedFlows(
  store: KeyValueStore,
  session: Pick<SessionStore, 'current'>,
  payments: readonly string[],
  tab: { readonly flows: readonly string[]; readonly store: KeyValueStore } = { flows: [], store },
): SavedFlows {
  const storeOf = (flow: string) => (tab.flows.includes(flow) ? tab.store : store);
  const keyOf = (flow: string) => {
    const person = session.current()?.user.id;
    return person == null ? null : `flow.${flow}.${person}`;
  };
  const read = (flow: string) => {
    const key = keyOf(flow);
    try {
      const found = z.safeParse(stored, JSON.parse((key && storeOf(flow).read(key)) ?? 'null'));
      return found.success ? found.data : null;
    } catch {
      return null;
    }
  };
  const keep = (flow: string, record: SavedFlow | null) => {
    const key = keyOf(flow);
    const place = storeOf(flow);
    if (key === null) return false;
    if (record !== null) {
      const text = JSON.stringify({ version: 1, ...record }) + (record.key === null ? reserve : '');
      if (place.write(key, text)) return true;
      // The last read data is removed first, because it can be read again.
      place.remove(lastReadKey);
      if (place.write(key, text)) return true;
      // The record in the store finds the payment by the same key.
      if (record.key !== null && read(flow)?.key === record.key) return true;
    }
    place.remove(key);
    return record === null;
  };
  /** The keys of sent messages, and the texts of drafts, that this tab has read or written. */
  const ownKeys = new Set<string | null>();
  const ownDrafts = new Map<string, string | null>();
  const textOf = (flow: string) => {
    const key = keyOf(flow);
    return key && storeOf(flow).read(key);
  };
  const readLast = (flow: string) => {
    const message = read(sentFlow(flow));
    if (message) ownKeys.add(message.key);
    else ownDrafts.set(flow, textOf(flow));
    return message ?? read(flow);
  };
  const keepDraft = (flow: string, record: SavedFlow | null) => {
    if (record === null && textOf(flow) !== (ownDrafts.get(flow) ?? null)) return;
    keep(flow, record);
    ownDrafts.set(flow, textOf(flow));
  };
  const keepMessage = (flow: string, record: SavedFlow | null) => {
    const message = read(sentFlow(flow));
    const isOwn = message === null || ownKeys.has(message.key);
    if (record?.step !== 'sent') {
      if (isOwn) keep(sentFlow(flow), null);
      keepDraft(flow, record);
    } else if (isOwn) {
      ownKeys.add(record.key);
      // The draft is deleted first, because there may be no room for both.
      keepDraft(flow, null);
      keep(sentFlow(flow), record);
    }
  };
  const forget = (person: string | null, except: readonly (string | null)[] = []) => {
    // Ids of people may contain dots. The name of a flow has none except a reply's, which is followed by its ticket.
    const isTheirs = (key: string) => /^flow\.(?:reply\.)?[^.]+\.(.*)$/.exec(key)?.[1] === person;
    for (const each of [store, tab.store]) {
      for (const key of each.keys().filter(isTheirs)) if (!except.includes(key)) each.remove(key);
    }
  };
  const sent = () => payments.filter((flow) => read(flow)?.step === 'sent');
  return {
    read: readLast,
    keep,
    keepMessage,
    sent,
    leave() {
      const kept = sent();
      forget(session.current()?.user.id ?? null, kept.map(keyOf));
      for (const flow of kept) {
        const record = read(flow);
        // The drafts set aside with the payment are deleted like every draft.
        if (record?.aside) keep(flow, { ...record, aside: undefined });
      }
    },
    forget: (person) => forget(person),
  };
}
