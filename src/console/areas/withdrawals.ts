import { fromPromise } from 'xstate';
import type { KeysetPage } from '../../../contract/paging.ts';
import type { Loaded, ReadRequest } from '../../../contract/reading.ts';
import type { Withdrawal } from '../../../contract/withdrawals.ts';
import { firstPart } from '../../machines/console/createListMachine.ts';
import type { DecisionOutcome } from '../../machines/console/decision.ts';
import {
  type WithdrawalChoice,
  withdrawalDecision,
  withdrawalList,
  withdrawalPart,
  withdrawalsArea,
} from '../../machines/console/withdrawalsArea.ts';
import {
  createWithdrawalReview,
  decidedOtherwise,
  incomplete,
  readAt,
} from '../../services/console/operatorCalls.ts';
import type { ConsoleServices } from '../core/services.ts';

interface Sent {
  readonly subject: Withdrawal;
  readonly choice: WithdrawalChoice;
}

export function openWithdrawals({ http, clock }: ConsoleServices) {
  const review = createWithdrawalReview({ http });
  const part = withdrawalPart.provide({
    actors: {
      load: fromPromise<Loaded<KeysetPage<Withdrawal>>, ReadRequest>(({ input: { key, fresh }, signal }) =>
        readAt(clock, () => review.list(key === firstPart ? null : key, { fresh, signal })),
      ),
    },
  });
  const decision = withdrawalDecision.provide({
    actors: {
      send: fromPromise<void, Sent>(async ({ input: { subject, choice } }) => {
        if (choice.verdict === 'approve') return review.approve(subject.id);
        if (choice.reason === '') throw incomplete();
        return review.reject(subject.id, choice.reason, choice.note);
      }),
      readOutcome: fromPromise<DecisionOutcome, Sent>(async ({ input: { subject, choice } }) => {
        const { status, proposal } = await review.read(subject.id);
        if (status === 'pending') return proposal && choice.verdict === 'approve' ? 'proposed' : 'open';
        const asChosen = choice.verdict === 'approve' ? ['processing', 'completed'] : ['failed'];
        if (!asChosen.includes(status)) throw decidedOtherwise();
        return 'done';
      }),
    },
  });
  return withdrawalsArea.provide({
    actors: { list: withdrawalList.provide({ actors: { part } }), decision },
  });
}
