import {
  freezeDecision,
  freezeList,
  freezePart,
  freezesArea,
} from '../../../src/machines/console/freezesArea.ts';
import FreezesScreen from '../../../src/screens/console/FreezesScreen.tsx';
import { account } from '../../support/consoleAreas.ts';
import { paste, pick, press, search } from '../../support/replay/gestures.ts';
import { reviewMap } from '../../support/replay/reviewMap.ts';

const freezing = { verdict: 'freeze', reason: '', note: '' };
const recovering = { verdict: 'recover', reason: '', email: '' };

export const map = reviewMap({
  area: freezesArea,
  list: freezeList,
  part: freezePart,
  decision: freezeDecision,
  screen: (area) => <FreezesScreen area={area} />,
  item: account,
  key: account.id,
  row: /^ana@/,
  filters: [
    { filter: 'ana', by: search(/^Email, username/, 'ana', 'Search') },
    { filter: '', by: press('Show frozen accounts') },
  ],
  choices: [
    { choice: freezing, by: press('Freeze'), confirmed: press('Freeze') },
    { choice: recovering, by: press('Propose recovery'), confirmed: press('Propose recovery') },
  ],
  sent: { ...freezing, reason: 'legal' },
  changes: [
    { from: freezing, choice: { ...freezing, reason: 'legal' }, by: pick(/Reason$/, 'Legal requirements') },
    { from: recovering, choice: { ...recovering, reason: 'A call.' }, by: paste(/^How the/, 'A call.') },
  ],
  views: [/^Email, username/, 'Search', /Reason$/, /^Note/, /^How the/, /^Another email/],
});
