import {
  withdrawalDecision,
  withdrawalList,
  withdrawalPart,
  withdrawalsArea,
} from '../../../src/machines/console/withdrawalsArea.ts';
import WithdrawalsScreen from '../../../src/screens/console/WithdrawalsScreen.tsx';
import { withdrawalWaiting } from '../../support/console.ts';
import { paste, pick, press } from '../../support/replay/gestures.ts';
import { reviewMap } from '../../support/replay/reviewMap.ts';

const rejected = { verdict: 'reject', reason: '', note: '' };

export const map = reviewMap({
  area: withdrawalsArea,
  list: withdrawalList,
  part: withdrawalPart,
  decision: withdrawalDecision,
  screen: (area) => <WithdrawalsScreen area={area} />,
  item: withdrawalWaiting,
  key: withdrawalWaiting.id,
  row: /^anna@/,
  choices: [
    { choice: { verdict: 'approve' }, by: press('Approve'), confirmed: press('Approve') },
    { choice: rejected, by: press('Reject'), confirmed: press('Reject') },
  ],
  changes: [
    {
      from: rejected,
      choice: { ...rejected, reason: 'legal' },
      by: pick(/Reason$/, 'Legal requirements'),
    },
    { from: rejected, choice: { ...rejected, note: 'Call us.' }, by: paste(/^Note/, 'Call us.') },
  ],
  views: [/Reason$/, /^Note/],
});
