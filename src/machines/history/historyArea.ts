/** The history: a page of it, one transaction, how it is displayed, and its export. */

import { type ActorRefFrom, assign, forwardTo, sendParent, sendTo, setup } from 'xstate';
import type { Page } from '../../../contract/paging.ts';
import type { Transaction } from '../../../contract/transactions.ts';
import type { AreaInput, AreaReport, BalancesChanged, ConfirmationsArrived } from '../core/area.ts';
import { createResourceMachine } from '../core/createResourceMachine.ts';
import { exportMachine } from '../core/exportMachine.ts';
import type { ScreenShown } from '../core/location.ts';
import { required } from '../core/placeholders.ts';
import { withEvent } from '../core/withEvent.ts';
import { pageWithConfirmations, withConfirmations } from '../money/confirmations.ts';
import { cancellationMachine } from './cancellationMachine.ts';
import { listKey, readHistoryQuery } from './historyQuery.ts';
import { historyViewMachine } from './historyViewMachine.ts';
import { statementMachine } from './statementMachine.ts';

/** A page of the history, by its query string. */
export const historyMachine = createResourceMachine<Page<Transaction>>('history', pageWithConfirmations);
/** One transaction, by its id. */
export const historyDetailsMachine = createResourceMachine<Transaction>('historyDetails', withConfirmations);

interface HistoryAreaContext extends Pick<AreaInput, 'now' | 'makeKey' | 'standing'> {
  /** The query string of the screen's address. */
  readonly search: string;
}

const keysOf = ({ search }: HistoryAreaContext) => {
  const query = readHistoryQuery(search);
  return { list: listKey(query), details: query.id === '' ? null : query.id };
};

export const historyArea = setup({
  types: {
    context: {} as HistoryAreaContext,
    events: {} as ScreenShown | AreaReport | BalancesChanged | ConfirmationsArrived,
    input: {} as Pick<AreaInput, 'now' | 'makeKey' | 'standing' | 'shown'>,
    children: {} as {
      history: 'history';
      historyDetails: 'historyDetails';
      historyView: 'historyView';
      historyExport: 'historyExport';
      statement: 'statement';
      cancellation: 'cancellation';
    },
  },
  actors: {
    history: historyMachine,
    historyDetails: historyDetailsMachine,
    historyView: historyViewMachine,
    historyExport: exportMachine,
    statement: statementMachine,
    cancellation: cancellationMachine,
  },
  guards: {
    isRead: (_, { transaction }: { transaction: Transaction | null }) => transaction !== null,
  },
  actions: {
    keepSearch: assign((_, { search }: { search: string }) => ({ search })),
    tellHistory: sendTo('history', ({ context }: { context: HistoryAreaContext }) => ({
      type: 'screen.shown',
      key: keysOf(context).list,
    })),
    tellHistoryDetails: sendTo('historyDetails', ({ context }: { context: HistoryAreaContext }) => ({
      type: 'screen.shown',
      key: keysOf(context).details,
    })),
    tellHistoryView: sendTo('historyView', ({ context }: { context: HistoryAreaContext }) => ({
      type: 'address.shown',
      search: context.search,
    })),
    refreshHistory: sendTo('history', { type: 'outdated' }),
    refreshHistoryDetails: sendTo('historyDetails', { type: 'outdated' }),
    tellCancellation: sendTo('cancellation', (_, { lines }: { lines: readonly Transaction[] }) => ({
      type: 'transactions.read',
      lines,
    })),
    report: sendParent((_, report: AreaReport) => report),
  },
}).createMachine({
  id: 'historyArea',
  context: ({ input: { shown, ...input } }) => ({ ...input, search: shown.search }),
  invoke: [
    {
      id: 'history',
      src: 'history',
      input: ({ context }) => ({ now: context.now, key: keysOf(context).list }),
      // The details may be older than the list when reading them again failed.
      onSnapshot: {
        actions: {
          type: 'tellCancellation',
          params: ({ event }) => ({ lines: event.snapshot.context.data?.data ?? [] }),
        },
      },
    },
    {
      id: 'historyDetails',
      src: 'historyDetails',
      input: ({ context }) => ({ now: context.now, key: keysOf(context).details }),
      onSnapshot: {
        guard: { type: 'isRead', params: ({ event }) => ({ transaction: event.snapshot.context.data }) },
        actions: {
          type: 'tellCancellation',
          params: ({ event }) => ({ lines: [required(event.snapshot.context.data)] }),
        },
      },
    },
    { id: 'historyView', src: 'historyView', input: ({ context }) => ({ search: context.search }) },
    { id: 'historyExport', src: 'historyExport' },
    { id: 'statement', src: 'statement' },
    {
      id: 'cancellation',
      src: 'cancellation',
      input: ({ context: { now, makeKey, standing } }) => ({ now, makeKey, standing }),
    },
  ],
  on: {
    'screen.shown': {
      actions: [withEvent('keepSearch'), 'tellHistory', 'tellHistoryDetails', 'tellHistoryView'],
    },
    'balances.changed': { actions: ['refreshHistory', 'refreshHistoryDetails'] },
    'confirmations.arrived': { actions: [forwardTo('history'), forwardTo('historyDetails')] },
    'address.requested': { actions: withEvent('report') },
    'money.moved': { actions: withEvent('report') },
    'lock.changed': { actions: withEvent('report') },
  },
});

export type HistoryRef = ActorRefFrom<typeof historyMachine>;
export type HistoryDetailsRef = ActorRefFrom<typeof historyDetailsMachine>;
