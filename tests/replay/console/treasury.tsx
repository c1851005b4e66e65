import { treasuryArea, treasuryFigures } from '../../../src/machines/console/treasuryArea.ts';
import TreasuryScreen from '../../../src/screens/console/TreasuryScreen.tsx';
import { press } from '../../support/replay/gestures.ts';
import {
  alwaysRead,
  oneAlone,
  outsideResource,
  readings,
  whenOld,
} from '../../support/replay/resourceMap.ts';
import { operator } from '../../support/replay/reviewMap.ts';
import { screenMap } from '../../support/replay/screenMap.ts';

const statement = {
  chain: 'eip155:1',
  block: { number: 21_000_000, hash: `0x${'ab'.repeat(32)}` },
  tokens: [],
  coins: [],
  payments: 40,
};

export const map = screenMap({
  machine: treasuryArea,
  covers: [treasuryFigures],
  input: (now) => ({ now, operator }),
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
  outside: outsideResource('figures'),
  answers: { 'figures.load': readings(statement) },
  unreached: { ...oneAlone('figures'), ...alwaysRead('figures') },
});
