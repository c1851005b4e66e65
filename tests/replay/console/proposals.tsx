import {
  proposalDecision,
  proposalList,
  proposalPart,
  proposalsArea,
} from '../../../src/machines/console/proposalsArea.ts';
import ProposalsScreen from '../../../src/screens/console/ProposalsScreen.tsx';
import { proposalOpen } from '../../support/console.ts';
import { press } from '../../support/replay/gestures.ts';
import { reviewMap } from '../../support/replay/reviewMap.ts';

export const map = reviewMap({
  area: proposalsArea,
  list: proposalList,
  part: proposalPart,
  decision: proposalDecision,
  operator: { name: 'boris', role: 'treasury' },
  screen: (area) => <ProposalsScreen area={area as never} />,
  item: proposalOpen,
  key: '7',
  row: /^7/,
  close: press(/^(?:Close|Dismiss)$/),
  choices: [
    { name: 'Approve', choice: { verdict: 'approve' } },
    { name: 'Reject', choice: { verdict: 'reject' } },
  ],
  unreached: {
    'proposalDecision.confirming: choice.changed': 'nothing is typed',
    'proposalDecision.confirming: choice.confirmed [1]': 'nothing can be missing',
  },
});
