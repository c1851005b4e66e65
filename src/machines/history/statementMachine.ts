/** The dialog that downloads the statement of a month or a year. */
import { type ActorRefFrom, assign, setup } from 'xstate';
import { exportMachine } from '../core/exportMachine.ts';
import { withEvent } from '../core/withEvent.ts';

interface StatementContext {
  /** A month, `2026-10`, or a year, `2026`. */
  readonly period: string;
}

type StatementEvent =
  | { readonly type: 'statement.opened'; readonly period: string }
  | { readonly type: 'period.chosen'; readonly period: string }
  | { readonly type: 'statement.closed' };

/** No input. Closing the dialog cancels a download. */
export const statementMachine = setup({
  types: {
    context: {} as StatementContext,
    events: {} as StatementEvent,
    children: {} as { statementExport: 'statementExport' },
  },
  actors: { statementExport: exportMachine },
  actions: {
    keepPeriod: assign((_, { period }: { period: string }) => ({ period })),
  },
}).createMachine({
  id: 'statement',
  context: { period: '' },
  initial: 'closed',
  states: {
    closed: { on: { 'statement.opened': { target: 'open', actions: withEvent('keepPeriod') } } },
    open: {
      invoke: { id: 'statementExport', src: 'statementExport' },
      on: {
        'period.chosen': { actions: withEvent('keepPeriod') },
        'statement.closed': 'closed',
      },
    },
  },
});

export type StatementRef = ActorRefFrom<typeof statementMachine>;
