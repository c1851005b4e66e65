import { CallError } from '../../../contract/failure.ts';
import { logArea, logList, logPart } from '../../../src/machines/console/logArea.ts';
import LogScreen from '../../../src/screens/console/LogScreen.tsx';
import { failure } from '../../support/actors.ts';
import { logPaths } from '../../support/console.ts';
import { press } from '../../support/replay/gestures.ts';
import { listAtOnce, listScenes, reasonsOfList } from '../../support/replay/reviewMap.ts';
import { type ScreenMap, screenMap } from '../../support/replay/screenMap.ts';

const line = {
  ...{ request_id: '1', at: '2026-11-20T09:00:00.000Z', operator: 'anna', verb: 'POST /withdrawals/approve' },
  ...{ subject: '{"id":"6f1f3d5e","proposal":7}', address: '203.0.113.7', status: 200 },
};
const list = { list: logList, part: logPart, item: line };
const [waiting, pages, pointer] = listScenes(
  'list',
  {
    area: logArea,
    operator: { name: 'anna', role: 'administrator' },
    screen: (area) => <LogScreen area={area as never} />,
    views: ['Verify log'],
  },
  list,
);

export const map = screenMap({
  ...(waiting as ScreenMap),
  covers: [logList, logPart],
  scenes: [
    pages,
    pointer,
    {
      machine: logArea.provide({ actors: { list: listAtOnce(list) as typeof logList } }),
      person: [{ events: [{ type: 'verification.requested' }], by: press('Verify log') }],
      outside: [],
      answers: {
        verify: { done: logPaths.answers.verify?.done ?? [], error: [new CallError(failure('NETWORK'))] },
      },
      views: ['Refresh'],
      distinguish: (area) => {
        const { verified, failure: why } = area.getSnapshot().context;
        return [verified?.fault, why?.code];
      },
    },
  ],
  unreached: {
    ...reasonsOfList(list),
    'logList.open: check.due': 'a check reads the log only when it is old',
    'part.ready: check.due': 'a check reads the log only when it is old',
    'part.failed: check.due': 'a check reads the log only when it is old',
  },
});
