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

const rejecting = { verdict: 'reject', reason: '', note: '' };

export const map = reviewMap({
  area: withdrawalsArea,
  list: withdrawalList,
  part: withdrawalPart,
  decision: withdrawalDecision,
  operator: { name: 'boris', role: 'treasury' },
  screen: (area) => <WithdrawalsScreen area={area as never} />,
  item: withdrawalWaiting,
  key: withdrawalWaiting.id,
  row: /^anna@example/,
  close: press(/^(?:Close|Dismiss)$/),
  choices: [
    { name: 'Approve', choice: { verdict: 'approve' } },
    {
      name: 'Reject',
      choice: rejecting,
      changes: [
        [pick(/^Choose a reason/, 'Legal requirements'), { ...rejecting, reason: 'legal' }],
        [paste(/^Note/, 'Sorry.'), { ...rejecting, reason: 'legal', note: 'Sorry.' }],
      ],
      keeps: true,
    },
  ],
  fields: [/Reason$/, /^Note/],
});
