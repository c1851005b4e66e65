import type { AnyActorRef } from 'xstate';
import { CallError } from '../../../contract/failure.ts';
import { exportMachine } from '../../../src/machines/core/exportMachine.ts';
import { statementMachine } from '../../../src/machines/history/statementMachine.ts';
import StatementDialog from '../../../src/screens/history/StatementDialog.tsx';
import { failure } from '../../support/actors.ts';
import { closeDialog, press, tick } from '../../support/replay/gestures.ts';
import { screenMap } from '../../support/replay/screenMap.ts';

const asked = (period: string, type: 'pdf' | 'csv') => ({
  type: 'export.requested',
  filters: `period=${period}`,
  name: `statement_${period}.${type}`,
});

const hasFailed = (file: AnyActorRef, type: string) =>
  file.getSnapshot().matches('failed') && file.getSnapshot().context.name.endsWith(type);

export const map = screenMap({
  machine: statementMachine,
  covers: [exportMachine],
  input: () => undefined,
  screen: (actor) => <StatementDialog statement={actor} months={['2026-10']} />,
  isShown: (actor) => actor.getSnapshot().matches('open'),
  person: [
    { events: [{ type: 'statement.closed' }], by: closeDialog(/^(?:Close|Dismiss)/) },
    { events: [{ type: 'period.chosen', period: '2026' }], by: tick('Year') },
    { at: 'statementExport', events: [asked('2026-10', 'pdf')], by: press('Download PDF') },
    { at: 'statementExport', events: [asked('2026-10', 'csv')], by: press('Export CSV') },
    {
      at: 'statementExport',
      events: [asked('2026-10', 'pdf')],
      by: press('Try again'),
      offered: (file) => hasFailed(file, 'pdf'),
    },
    {
      at: 'statementExport',
      events: [asked('2026-10', 'csv')],
      by: press('Try again'),
      offered: (file) => hasFailed(file, 'csv'),
    },
    { at: 'statementExport', events: [{ type: 'export.cancelled' }], by: press('Cancel') },
  ],
  outside: [{ event: { type: 'statement.opened', period: '2026-10' } }],
  answers: {
    'statementExport.saveExport': { done: [undefined], error: [new CallError(failure('NETWORK'))] },
  },
  // The year has other files, by the same buttons.
  until: (actor) => actor.getSnapshot().context.period === '2026',
  views: ['Month', /^Period|October/],
  unreached: {
    'export.exporting: export.requested': 'while a file is on its way, the dialog greys out the other one',
  },
});
