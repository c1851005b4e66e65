import type { SavedFlows } from '../core/savedFlows.ts';

/**
 * Earlier versions kept what was sent and what was withdrawn apart. What may have been sent comes first; the rest waits until
 * that is over.
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
