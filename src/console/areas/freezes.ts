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
      send: fromPromise<DecisionOutcome, Sent>(async ({ input: { subject, choice } }) => {
        const { id } = subject;
        // The proof of the person may have been given or voided since the account was opened here.
        if (choice.verdict === 'unfreeze') return (await review.unfreeze(id)) ? 'done' : 'awaited';
        if (choice.verdict === 'recover') await review.recover(id, choice.reason, choice.email);
        else if (choice.verdict === 'stopRecovery') await review.stopRecovery(id);
        else if (choice.verdict === 'refund') await review.refund(id, choice.token, choice.to, choice.reason);
        else if (choice.reason === '') throw incomplete();
        else await review.freeze(id, choice.reason, choice.note);
        return 'done';
      }),
      readOutcome: fromPromise<DecisionOutcome, Sent>(async ({ input: { subject, choice } }) => {
        // A refund that nobody has to approve is found by the next one, for which nothing is left.
        if (choice.verdict === 'refund')
          return (await review.isRefundProposed(subject.id, choice.token, choice.to)) ? 'proposed' : 'open';
        const account = await review.read(subject.id);
        return choice.verdict === 'freeze' || choice.verdict === 'unfreeze'
          ? freezeOutcome(choice, account)
          : recoveryOutcome(choice, account);
      }),
    },
  });
  return freezesArea.provide({
    actors: { list: freezeList.provide({ actors: { part } }), decision },
  });
}

function freezeOutcome(
  choice: Extract<FreezeChoice, { verdict: 'freeze' | 'unfreeze' }>,
  { status, freeze, proposal }: OperatorAccount,
): DecisionOutcome {
  if (choice.verdict === 'freeze') {
    // A new freeze rejects what was proposed to lift the one before. The server keeps a note trimmed and in form NFC.
    const note = choice.note.trim().normalize('NFC');
    const isAsChosen = freeze?.reason === choice.reason && (freeze.note ?? '') === note;
    return isAsChosen && proposal === null ? 'done' : 'open';
  }
  if (status === 'active') return 'done';
  if (proposal) return 'proposed';
  // A freeze of "This was not me" stays after its approval until its person has proven who they are.
  return freeze?.lifting?.approved_at ? 'awaited' : 'open';
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
