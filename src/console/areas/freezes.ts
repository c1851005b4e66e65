import { fromPromise } from 'xstate';
import type { OperatorAccount } from '../../../contract/operatorAccounts.ts';
import type { KeysetPage } from '../../../contract/paging.ts';
import type { Loaded, ReadRequest } from '../../../contract/reading.ts';
import { readPartKey } from '../../machines/console/createListMachine.ts';
import type { DecisionOutcome } from '../../machines/console/decision.ts';
import {
  type FreezeChoice,
  freezeDecision,
  freezeList,
  freezePart,
  freezesArea,
  goesOn,
} from '../../machines/console/freezesArea.ts';
import { createFreezeReview } from '../../services/console/accountCalls.ts';
import { decidedOtherwise, incomplete, readAt } from '../../services/console/operatorCalls.ts';
import type { ConsoleServices } from '../core/services.ts';

interface Sent {
  readonly subject: OperatorAccount;
  readonly choice: FreezeChoice;
}

export function openFreezes({ http, clock }: ConsoleServices) {
  const review = createFreezeReview({ http });
  const part = freezePart.provide({
    actors: {
      load: fromPromise<Loaded<KeysetPage<OperatorAccount>>, ReadRequest>(
        ({ input: { key, fresh }, signal }) => {
          const { filter, after } = readPartKey(key);
          return readAt(clock, () => review.list(filter, after, { fresh, signal }));
        },
      ),
    },
  });
  const decision = freezeDecision.provide({
    actors: {
      send: fromPromise<void, Sent>(async ({ input: { subject, choice } }) => {
        if (choice.verdict === 'recover') return review.recover(subject.id, choice.reason, choice.email);
        if (choice.verdict === 'stopRecovery') return review.stopRecovery(subject.id);
        if (choice.verdict === 'refund')
          return review.refund(subject.id, choice.token, choice.to, choice.reason);
        if (choice.verdict === 'unfreeze') return review.unfreeze(subject.id);
        if (choice.reason === '') throw incomplete();
        return review.freeze(subject.id, choice.reason, choice.note);
      }),
      readOutcome: fromPromise<DecisionOutcome, Sent>(async ({ input: { subject, choice } }) => {
        // A refund that nobody has to approve is found by the next one, for which nothing is left.
        if (choice.verdict === 'refund')
          return (await review.isRefundProposed(subject.id, choice.token, choice.to)) ? 'proposed' : 'open';
        const account = await review.read(subject.id);
        return choice.verdict === 'freeze' || choice.verdict === 'unfreeze'
          ? freezeOutcome(subject, choice, account)
          : recoveryOutcome(choice, account);
      }),
    },
  });
  return freezesArea.provide({
    actors: { list: freezeList.provide({ actors: { part } }), decision },
  });
}

/** Whether an account has another freeze than the one that was shown. */
function isFrozenAnew({ freeze: shown }: OperatorAccount, { freeze: now }: OperatorAccount): boolean {
  if (!now) return false;
  return now.since !== shown?.since || now.reason !== shown?.reason || now.note !== shown?.note;
}

function freezeOutcome(
  subject: OperatorAccount,
  choice: Extract<FreezeChoice, { verdict: 'freeze' | 'unfreeze' }>,
  account: OperatorAccount,
): DecisionOutcome {
  const { status, freeze, proposal } = account;
  const isAnew = isFrozenAnew(subject, account);
  if (choice.verdict === 'freeze') {
    // A new freeze rejects what was proposed to lift the one before. The server keeps a note trimmed and in form NFC.
    const note = choice.note.trim().normalize('NFC');
    const isAsChosen = freeze?.reason === choice.reason && (freeze.note ?? '') === note;
    if (isAnew && !isAsChosen) throw decidedOtherwise();
    return isAsChosen && proposal === null ? 'done' : 'open';
  }
  if (status === 'active') return 'done';
  // What is proposed, or could be lifted by another try, is not the freeze that was shown.
  if (isAnew) throw decidedOtherwise();
  if (proposal) return 'proposed';
  // A freeze of "This was not me" stays after its approval until its person has proven who they are.
  return freeze?.lifting?.approved_at ? 'done' : 'open';
}

function recoveryOutcome(
  { verdict }: Extract<FreezeChoice, { verdict: 'recover' | 'stopRecovery' }>,
  { recovery, recovery_proposal }: OperatorAccount,
): DecisionOutcome {
  const isOpen = recovery !== null && goesOn(recovery);
  if (verdict === 'stopRecovery') {
    if (isOpen) return 'open';
    if (recovery?.status !== 'operator') throw decidedOtherwise();
    return 'done';
  }
  if (isOpen) return 'done';
  return recovery_proposal ? 'proposed' : 'open';
}
