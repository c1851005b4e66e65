import * as z from 'zod/mini';
import type { SessionStore } from './session.ts';
import { lastReadKey } from './sessionKeys.ts';
import type { KeyValueStore } from './storage.ts';

/** A flow as it was left: its step, what was typed, the key of what was sent, and what was reviewed. */
interface SavedFlow {
  readonly step: 'drafting' | 'reviewing' | 'proving' | 'rebinding' | 'sent';
  readonly values: Readonly<Record<string, string>>;
  readonly key: string | null;
  readonly quote: unknown;
  /** Until when the server takes what was sent. */
  readonly until?: number | undefined;
  /** The drafts of the same flow that gave way to another request, the newest first. */
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
  // Without it the key still finds the payment.
  until: z.catch(z.optional(z.number()), undefined),
  aside: z.optional(z.array(z.object({ values: z.record(z.string(), z.string()), quote: z.unknown() }))),
});

/**
 * What this browser keeps of the flows that a person has not finished: a small record for each, under that person's id.
 * It outlives a reload, a crash and the end of a session, not a sign-out.
 */
export interface SavedFlows {
  /** Null when there is nothing, or nothing that can be read. */
  read(flow: string): SavedFlow | null;
  /**
   * Null forgets it. Without a session nothing is kept: there is nobody to keep it for. Answers whether the record is kept now;
   * in a browser without room there is none at all, because an older one would say what is not so any more.
   */
  keep(flow: string, record: SavedFlow | null): boolean;
  /**
   * Forgets all flows of whoever is signed in, except a payment that was sent: its key alone says what became of it, and the tab
   * that sent it may still wait for the answer.
   */
  leave(): void;
  /** Forgets all flows of a person whose account is closed. */
  forget(person: string | null): void;
}

/** Room beside a draft for what is kept once it is sent: a payment must not find the browser full then. */
const reserve = ' '.repeat(100);

/**
 * `payments`: the flows that move money. `tab`: the flows that only the tab they were begun in goes on with, and where those
 * are kept.
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
      // What was read last can be read again.
      place.remove(lastReadKey);
      if (place.write(key, text)) return true;
      // It is found by its key as well from the record that is there.
      if (record.key !== null && read(flow)?.key === record.key) return true;
    }
    place.remove(key);
    return record === null;
  };
  const forget = (person: string | null, except: readonly (string | null)[] = []) => {
    // Ids of people may have dots. The name of a flow has none but a reply's, which is followed by its ticket.
    const isTheirs = (key: string) => /^flow\.(?:reply\.)?[^.]+\.(.*)$/.exec(key)?.[1] === person;
    for (const each of [store, tab.store]) {
      for (const key of each.keys().filter(isTheirs)) if (!except.includes(key)) each.remove(key);
    }
  };
  return {
    read,
    keep,
    leave() {
      const sent = payments.filter((flow) => read(flow)?.step === 'sent');
      forget(session.current()?.user.id ?? null, sent.map(keyOf));
      for (const flow of sent) {
        const record = read(flow);
        // The drafts that were put aside beside it go as every draft does.
        if (record?.aside) keep(flow, { ...record, aside: undefined });
      }
    },
    forget: (person) => forget(person),
  };
}
