import { treasuryArea, treasuryFigures } from '../../../src/machines/console/treasuryArea.ts';
import TreasuryScreen from '../../../src/screens/console/TreasuryScreen.tsx';
import { treasury } from '../../support/consoleAreas.ts';
import { press } from '../../support/replay/gestures.ts';
import { outsideResource, readings, whenOld } from '../../support/replay/resourceMap.ts';
import { screenMap } from '../../support/replay/screenMap.ts';

export const map = screenMap({
  machine: treasuryArea,
  covers: [treasuryFigures],
  input: (now) => ({ now, operator: { name: 'boris', role: 'treasury' } }),
  screen: (area) => <TreasuryScreen area={area} />,
  person: [
    { events: [{ type: 'refresh.requested' }], by: press('Refresh') },
    {
      at: 'figures',
      events: [{ type: 'refresh.requested' }],
      by: press('Try again'),
      offered: (figures) => whenOld(figures.getSnapshot()),
    },
  ],
  outside: [{ event: { type: 'check.due' } }, ...outsideResource('figures')],
  answers: { 'figures.load': readings(treasury) },
  unreached: {
    'figures.choosing: always [1]': 'nothing leads here without a key',
    'figures: screen.shown': 'there is one of it, by no key',
    'figures.ready.stale: screen.shown [0]': 'there is one of it, by no key',
    'figures.failed: screen.shown [0]': 'there is one of it, by no key',
  },
});
