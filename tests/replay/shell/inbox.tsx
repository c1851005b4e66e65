import { CallError } from '../../../contract/failure.ts';
import { PageTitle } from '../../../src/components/base/PageTitle.tsx';
import { inboxMachine, inboxMarksMachine } from '../../../src/machines/shell/inboxArea.ts';
import { InboxList } from '../../../src/screens/inbox/InboxList.tsx';
import { failure } from '../../support/actors.ts';
import { actorAt } from '../../support/paths.ts';
import { press } from '../../support/replay/gestures.ts';
import { resourceMap, whenFailed } from '../../support/replay/resourceMap.ts';
import { screenMap } from '../../support/replay/screenMap.ts';

const news = {
  id: 'n-1',
  kind: 'kyc',
  outcome: 'approved',
  subject_id: null,
  ...{ token: null, amount: null, title: null },
  created_at: '2026-11-20T09:00:00.000Z',
  read: false,
};
const inbox = { data: [news], meta: { page: 1, per_page: 20, total: 1, unread: 1 } };
const noMarks = actorAt(
  inboxMarksMachine,
  inboxMarksMachine.resolveState({ value: 'ready', context: { waiting: [], failure: null } }),
);
const read = actorAt(
  inboxMachine,
  inboxMachine.resolveState({
    value: 'ready',
    context: {
      now: () => 0,
      key: 'k',
      dataKey: 'k',
      data: inbox as never,
      loadedAt: 0,
      failure: null,
      isOutdated: false,
    },
  }),
);

export const list = resourceMap({
  machine: inboxMachine,
  data: [{ data: [], meta: { page: 1, per_page: 20, total: 0, unread: 0 } }],
  screen: (actor) => (
    <>
      <PageTitle>Notifications</PageTitle>
      <InboxList inbox={actor} marks={noMarks} isHidden={false} onLeave={() => {}} />
    </>
  ),
  refresh: { offered: whenFailed },
});

export const marks = screenMap({
  machine: inboxMarksMachine,
  input: () => undefined,
  screen: (actor) => (
    <>
      <PageTitle>Notifications</PageTitle>
      <InboxList inbox={read} marks={actor} isHidden={false} onLeave={() => {}} />
    </>
  ),
  person: [
    {
      events: [{ type: 'mark.requested', target: { until: news.created_at } }],
      by: press('Mark all read'),
      offered: (actor) => !actor.getSnapshot().hasTag('busy'),
    },
  ],
  outside: [
    { event: { type: 'mark.requested', target: { ids: ['n-1'] } } },
    { event: { type: 'retry.requested' } },
  ],
  answers: {
    mark: {
      done: [undefined],
      error: [new CallError(failure('NETWORK')), new CallError(failure('NOT_FOUND'))],
    },
  },
});
