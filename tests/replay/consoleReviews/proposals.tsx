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

const item = { ...proposalOpen, proposed_by: 'boris' };

export const map = reviewMap({
  area: proposalsArea,
  list: proposalList,
  part: proposalPart,
  decision: proposalDecision,
  screen: (area) => <ProposalsScreen area={area} />,
  item,
  key: '7',
  row: /^7POST/,
  choices: [
    { choice: { verdict: 'approve' }, by: press('Approve'), confirmed: press('Approve') },
    { choice: { verdict: 'reject' }, by: press('Reject'), confirmed: press('Reject') },
  ],
  unreached: {
    'proposalDecision.confirming: choice.changed': 'it has no fields',
    'proposalDecision.confirming: choice.confirmed [1]': 'it has no fields',
  },
});
