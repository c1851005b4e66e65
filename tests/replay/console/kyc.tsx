import { kycArea, kycDecision, kycDetails, kycList, kycPart } from '../../../src/machines/console/kycArea.ts';
import KycScreen from '../../../src/screens/console/KycScreen.tsx';
import { kycCase, kycLine } from '../../support/consoleAreas.ts';
import { paste, pick, press, tick } from '../../support/replay/gestures.ts';
import { reviewMap } from '../../support/replay/reviewMap.ts';

const rejecting = { verdict: 'reject', document: '', reason: '', note: '' };
const ofPassport = { ...rejecting, document: 'passport' };
const unreadable = { ...ofPassport, reason: 'unreadable' };

export const map = reviewMap({
  area: kycArea,
  list: kycList,
  part: kycPart,
  decision: kycDecision,
  details: { machine: kycDetails, data: kycCase },
  operator: { name: 'anna', role: 'compliance' },
  screen: (area) => <KycScreen area={area as never} />,
  item: kycLine,
  key: kycLine.id,
  row: /^Ana Reis/,
  filters: [
    {
      events: [{ type: 'filter.changed', filter: 'rejected' }],
      by: tick('Rejected'),
      offered: (list) => list.getSnapshot().context.filter !== 'rejected',
    },
  ],
  close: press('Back to list'),
  choices: [
    { name: 'Approve', choice: { verdict: 'approve' } },
    {
      name: 'Reject a document',
      choice: rejecting,
      changes: [
        [pick(/^Choose a document/, 'Passport'), ofPassport],
        [pick(/^Choose a reason/, 'Not readable'), unreadable],
        [paste(/^Note/, 'Blurred.'), { ...unreadable, note: 'Blurred.' }],
      ],
      confirm: 'Reject',
      keeps: true,
    },
  ],
  again: {
    events: [{ type: 'item.opened', item: { ...kycLine, status: 'rejected' } }],
    by: press('Reject another document'),
    offered: (area) => {
      const decision = area.getSnapshot().context.decisions[kycLine.id]?.getSnapshot();
      return decision?.matches('done') === true && decision.context.choice.verdict === 'reject';
    },
  },
  views: [/^(?:Waiting|Rejected|Approved|Expired)$/],
  fields: [/^(?:Zoom|Rotate|Download|Open)/, /Document$/, /Reason$/, /^Note/],
});
