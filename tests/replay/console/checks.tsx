import { checksMachine } from '../../../src/machines/console/checksMachine.ts';
import { unseenMap } from '../../support/replay/screenMap.ts';

export const checks = unseenMap({
  machine: checksMachine,
  why: 'it tells the console when to check',
  input: () => undefined,
  outside: [
    { event: { type: 'page.hidden' } },
    { event: { type: 'page.shown' } },
    { event: { type: 'connection.lost' } },
    { event: { type: 'connection.returned' } },
  ],
  answers: { watchPage: {} },
});
