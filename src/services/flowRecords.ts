import type { SessionStore } from './session.ts';
import type { KeyValueStore } from './storage.ts';

/**
 * What this browser keeps of the flows that a person has not finished: a small record for each, under that person's id.
 * It outlives a reload, a crash and the end of a session, not a sign-out.
 */
export interface FlowRecords {
  /** Whatever storage holds under the flow's name, parsed as JSON; null when there is nothing. */
  read(flow: string): unknown;
  /** Null forgets it. Without a session nothing is kept: there is nobody to keep it for. */
  keep(flow: string, record: object | null): void;
  /** Forgets all of the person's flows. */
  forget(): void;
}

/** Every flow that keeps a record. */
export const recordedFlows = ['exchange', 'send', 'withdraw'] as const;

export function createFlowRecords(store: KeyValueStore, session: Pick<SessionStore, 'current'>): FlowRecords {
  const keyOf = (flow: string) => {
    const person = session.current()?.user.id;
    return person === undefined ? null : `flow.${flow}.${person}`;
  };
  const keep = (flow: string, record: object | null) => {
    const key = keyOf(flow);
    if (key === null) return;
    if (record === null) store.remove(key);
    else store.write(key, JSON.stringify(record));
  };
  return {
    read(flow) {
      const key = keyOf(flow);
      try {
        return key === null ? null : JSON.parse(store.read(key) ?? 'null');
      } catch {
        return null;
      }
    },
    keep,
    forget() {
      for (const flow of recordedFlows) keep(flow, null);
    },
  };
}
