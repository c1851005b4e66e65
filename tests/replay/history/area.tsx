import { historyArea } from '../../../src/machines/history/historyArea.ts';
import { shown } from '../../support/areas.ts';
import { atEase, paymentDone } from '../../support/moneyFlow.ts';
import { unseenMap } from '../../support/replay/screenMap.ts';

export const area = unseenMap({
  machine: historyArea,
  why: 'what it reads has screens of its own',
  isTimeless: true,
  input: (now) => ({
    now,
    makeKey: () => 'key-1',
    standing: atEase(),
    shown: shown('history', 'history', `id=${paymentDone.id}`),
  }),
  outside: [
    { event: shown('history', 'history') },
    { event: { type: 'balances.changed' } },
    { event: { type: 'confirmations.arrived', id: paymentDone.id, seen: 3, needed: 12 } },
    { at: 'historyView', event: { type: 'filter.chosen', name: 'kind', value: 'send' } },
    // From the flow that cancels a transaction.
    { event: { type: 'money.moved' } },
    { event: { type: 'lock.changed', flow: 'cancellation', isLocked: true } },
  ],
  answers: {
    'history.load': {},
    'historyDetails.load': { done: [(now: number) => ({ data: paymentDone, loadedAt: now })] },
  },
});
