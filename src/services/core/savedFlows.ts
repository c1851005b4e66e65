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

const stored = z.lazy(() =>
  z.object({
    version: z.literal(1),
    step: z.enum(['drafting', 'reviewing', 'proving', 'rebinding', 'sent']),
    values: z.record(z.string(), z.string()),
    key: z.nullable(z.string()),
    quote: z.unknown(),
    // If this is unreadable, the key still finds the payment.
    until: z.catch(z.optional(z.number()), undefined),
    aside: z.optional(z.array(z.object({ values: z.record(z.string(), z.string()), quote: z.unknown() }))),
  }),
);

/**
 * A person's unfinished flows in this browser: a small record for each, under the person's id.
 * It survives a reload, a crash and the end of a session, but not a sign-out.
 */
export interface SavedFlows {
  /** Null when there is no readable record. */
  read(flow: string): SavedFlow | null;
  /**
   * Null deletes the record. Without a session nothing is stored, because no person is known. Answers whether the record is stored;
   * without space the old record is deleted too, because it is outdated.
   */
  keep(flow: string, record: SavedFlow | null): boolean;
  /** Whether the stored record is what this tab has read last, or there is none. */
  isOwn(flow: string): boolean;
  /** The flows whose payment was sent, here or in another tab, and has no known outcome yet. */
  sent(): readonly string[];
  /**
   * Deletes all flows of the signed-in person, except a payment that was sent: only its record finds its outcome, and the tab
   * that sent it may still wait for the answer.
   */
  leave(): void;
  /** Deletes all flows of a person whose account is closed. */
  forget(person: string | null): void;
}

/** Space reserved in a draft's record, so that sending the payment never fails for lack of space. */
const reserve = ' '.repeat(100);

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
  const textOf = (flow: string) => storeOf(flow).read(keyOf(flow) ?? '');
  /** The records as this tab has read them last. */
  const own = new Map<string, string | null>();
  const read = (flow: string) => {
    const text = textOf(flow);
    own.set(flow, text);
    try {
      const found = z.safeParse(stored, JSON.parse(text ?? 'null'));
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
  const isOwn = (flow: string) => {
    const text = textOf(flow);
    return text === null || text === own.get(flow);
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
    read,
    keep,
    isOwn,
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
