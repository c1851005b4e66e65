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
  type RecoveryChoice,
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
        if (choice.verdict === 'unfreeze') return (await review.unfreeze(subject)) ? 'done' : 'awaited';
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
        if (choice.verdict === 'recover') return recoverOutcome(choice, account);
        return choice.verdict === 'stopRecovery'
          ? stopOutcome(account)
          : freezeOutcome(subject, choice, account);
      }),
    },
  });
  return freezesArea.provide({
    actors: { list: freezeList.provide({ actors: { part } }), decision },
  });

  async function recoverOutcome(choice: RecoveryChoice, account: OperatorAccount): Promise<DecisionOutcome> {
    const { id, recovery, recovery_proposal } = account;
    const [reason, email] = [asKept(choice.reason), asKept(choice.email).toLowerCase()];
    if (recovery !== null && goesOn(recovery)) {
      const isAsChosen = recovery.reason === reason && recovery.email === (email || account.email);
      if (!isAsChosen) throw decidedOtherwise(recovery.proposed_by);
      return 'done';
    }
    const isProposed = recovery_proposal !== null && (await review.isRecoveryProposed(id, reason, email));
    return isProposed ? 'proposed' : 'open';
  }
}

/** A line of text as the server keeps it: trimmed and in form NFC. */
const asKept = (text: string) => text.trim().normalize('NFC');

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
    // A new freeze rejects what was proposed to lift the one before.
    const isAsChosen = freeze?.reason === choice.reason && (freeze.note ?? '') === asKept(choice.note);
    if (isAnew && !isAsChosen) throw decidedOtherwise();
    return isAsChosen && proposal === null ? 'done' : 'open';
  }
  if (status === 'active') return 'done';
  // What is proposed, or could be lifted by another try, is not the freeze that was shown.
  if (isAnew) throw decidedOtherwise();
  if (proposal) return 'proposed';
  // A freeze of "This was not me" stays after its approval until its person has proven who they are.
  return freeze?.lifting?.approved_at ? 'awaited' : 'open';
}

function stopOutcome({ recovery }: OperatorAccount): DecisionOutcome {
  if (recovery !== null && goesOn(recovery)) return 'open';
  if (recovery?.status !== 'operator') throw decidedOtherwise();
  return 'done';
}
