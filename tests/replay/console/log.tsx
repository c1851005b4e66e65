import { CallError } from '../../../contract/failure.ts';
import { logArea, logList, logPart } from '../../../src/machines/console/logArea.ts';
import LogScreen from '../../../src/screens/console/LogScreen.tsx';
import { failure } from '../../support/actors.ts';
import { press } from '../../support/replay/gestures.ts';
import { listScenes, listSteps, operator, outsideList, plainList } from '../../support/replay/reviewMap.ts';
import { screenMap } from '../../support/replay/screenMap.ts';

const line = {
  verb: 'POST /withdrawals/approve',
  at: '2026-11-20T09:00:00.000Z',
  operator: 'anna',
  address: '127.0.0.1',
  subject: null,
  status: 200,
  request_id: 'r-1',
};
const scenes = listScenes('list');
const whole = { lines: 5, older: 0, head: 'ab'.repeat(32), fault: null };
const verification = {
  done: [whole, { ...whole, fault: 'Line 3 is not as it was written.' }],
  error: [new CallError(failure('NETWORK'))],
};

export const map = screenMap({
  machine: logArea,
  covers: [logList, logPart],
  input: (now) => ({ now, operator }),
  screen: (area) => <LogScreen area={area} />,
  person: [...listSteps('list'), { events: [{ type: 'verification.requested' }], by: press('Verify log') }],
  outside: outsideList('list'),
  answers: { ...scenes.answers(line), verify: {} },
  distinguish: (area) => [
    scenes.distinguish(area),
    area.getSnapshot().context.verified?.fault,
    area.getSnapshot().context.failure?.code,
  ],
  until: (area) => scenes.hasGoneOn(area) || area.getSnapshot().hasTag('busy'),
  unreached: plainList(logList),
  scenes: [
    {
      ...scenes.pages(line),
      answers: { ...scenes.pages(line).answers, verify: {} },
      until: (area) => scenes.pages().until(area) || area.getSnapshot().hasTag('busy'),
    },
    {
      outside: [],
      answers: { 'list.part.load': {}, verify: verification },
      until: (area) => scenes.hasGoneOn(area),
    },
  ],
});
