import { fromPromise } from 'xstate';
import type { KeysetPage } from '../../../contract/paging.ts';
import type { Proposal } from '../../../contract/proposals.ts';
import type { Loaded, ReadRequest } from '../../../contract/reading.ts';
import type { DecisionOutcome } from '../../machines/console/decision.ts';
import {
  type ProposalChoice,
  proposalDecision,
  proposalList,
  proposalPart,
  proposalsArea,
} from '../../machines/console/proposalsArea.ts';
import {
  createProposalReview,
  decidedOtherwise,
  readAt,
  requireOwn,
} from '../../services/console/operatorCalls.ts';
import type { ConsoleServices } from '../core/services.ts';

interface Sent {
  readonly subject: Proposal;
  readonly choice: ProposalChoice;
}

export function openProposals({ http, clock }: ConsoleServices) {
  const review = createProposalReview({ http });
  const part = proposalPart.provide({
    actors: {
      load: fromPromise<Loaded<KeysetPage<Proposal>>, ReadRequest>(({ input: { fresh }, signal }) =>
        readAt(clock, () => review.list({ fresh, signal })),
      ),
    },
  });
  const decision = proposalDecision.provide({
    actors: {
      send: fromPromise<void, Sent>(({ input: { subject, choice } }) =>
        review.decide(subject.number, choice.verdict),
      ),
      readOutcome: fromPromise<DecisionOutcome, Sent>(async ({ input: { subject, choice } }) => {
        const { status, decided_by } = await review.read(subject.number);
        if (status === 'open') return 'open';
        const asChosen = choice.verdict === 'approve' ? 'approved' : 'rejected';
        if (status !== asChosen) throw decidedOtherwise(decided_by);
        await requireOwn({ http }, decided_by);
        return 'done';
      }),
    },
  });
  return proposalsArea.provide({
    actors: { list: proposalList.provide({ actors: { part } }), decision },
  });
}
