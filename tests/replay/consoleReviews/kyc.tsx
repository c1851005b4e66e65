import { kycArea, kycDecision, kycDetails, kycList, kycPart } from '../../../src/machines/console/kycArea.ts';
import KycScreen from '../../../src/screens/console/KycScreen.tsx';
import { kycCase, kycLine } from '../../support/consoleAreas.ts';
import { pick, press, tick } from '../../support/replay/gestures.ts';
import { reviewMap } from '../../support/replay/reviewMap.ts';

const rejected = { verdict: 'reject', document: '', reason: '', note: '' };
const ofPassport = { ...rejected, document: 'passport' };

export const map = reviewMap({
  area: kycArea,
  list: kycList,
  part: kycPart,
  decision: kycDecision,
  details: { machine: kycDetails, data: kycCase },
  screen: (area) => <KycScreen area={area} />,
  item: kycLine,
  key: kycLine.id,
  row: /^Ana Reis/,
  filters: [{ filter: 'approved', by: tick('Approved') }],
  back: press('Back to list'),
  choices: [
    {
      choice: { verdict: 'approve' },
      by: press('Approve'),
      confirmed: press('Approve'),
      isFor: ({ status }) => status === 'pending',
    },
    { choice: rejected, by: press('Reject a document'), confirmed: press('Reject') },
  ],
  changes: [
    { from: rejected, choice: ofPassport, by: pick(/Document$/, 'Passport') },
    { from: ofPassport, choice: { ...ofPassport, reason: 'expired' }, by: pick(/Reason$/, 'Expired') },
  ],
  again: {
    item: { ...kycLine, status: 'rejected' },
    by: press('Reject another document'),
    offered: (decision) => decision.matches('done') && decision.context.choice.verdict === 'reject',
  },
  views: [/^Zoom/, 'Rotate', /Document$/, /Reason$/, /^Note/, 'Waiting', 'Rejected', 'Approved', 'Expired'],
});
