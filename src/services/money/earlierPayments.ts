import type { SavedFlows } from '../core/savedFlows.ts';

/**
 * Earlier versions stored sending and withdrawing as separate flows. A payment that may have been sent is adopted first; the other waits until
 * it has finished.
 */
export function adoptEarlierPayments(records: Pick<SavedFlows, 'read' | 'keep'>): void {
  if (records.read('payment') !== null) return;
  const found = ['send', 'withdraw'].flatMap((name) => {
    const record = records.read(name);
    return record ? [{ name, record }] : [];
  });
  const next = found.find(({ record }) => record.key !== null) ?? found[0];
  if (!next) return;
  if (records.keep('payment', next.record)) records.keep(next.name, null);
}
