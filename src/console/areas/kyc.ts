import { fromPromise } from 'xstate';
import type { KycLine, KycReview } from '../../../contract/kycReview.ts';
import type { KeysetPage } from '../../../contract/paging.ts';
import type { Loaded, ReadRequest } from '../../../contract/reading.ts';
import { readPartKey } from '../../machines/console/createListMachine.ts';
import type { DecisionOutcome } from '../../machines/console/decision.ts';
import {
  type KycCase,
  type KycChoice,
  kycArea,
  kycDecision,
  kycDetails,
  kycList,
  kycPart,
} from '../../machines/console/kycArea.ts';
import { createKycReview } from '../../services/console/kycCalls.ts';
import { decidedOtherwise, incomplete, readAt, requireOwn } from '../../services/console/operatorCalls.ts';
import type { ConsoleServices } from '../core/services.ts';

interface Sent {
  readonly subject: KycLine;
  readonly choice: KycChoice;
}

type Rejecting = Extract<KycChoice, { verdict: 'reject' }>;

export function openKyc({ http, fetchFile, clock }: ConsoleServices) {
  const review = createKycReview({ http, fetchFile });
  const part = kycPart.provide({
    actors: {
      load: fromPromise<Loaded<KeysetPage<KycLine>>, ReadRequest>(({ input: { key, fresh }, signal }) => {
        const { filter, after } = readPartKey(key);
        return readAt(clock, () => review.list(filter, after, { fresh, signal }));
      }),
    },
  });
  const details = kycDetails.provide({
    actors: {
      load: fromPromise<Loaded<KycCase>, ReadRequest>(({ input: { key }, signal }) =>
        readAt(clock, () => review.open(key, signal)),
      ),
    },
  });
  const decision = kycDecision.provide({
    actors: {
      send: fromPromise<void, Sent>(async ({ input: { subject, choice } }) => {
        if (choice.verdict === 'approve') return review.approve(subject);
        const { document, reason, note } = choice;
        if (document === '' || reason === '') throw incomplete();
        return review.reject(subject, { document, reason, note });
      }),
      readOutcome: fromPromise<DecisionOutcome, Sent>(async ({ input: { subject, choice } }) => {
        const found = await review.read(subject.id);
        if (found.submitted_at !== subject.submitted_at) return 'open';
        if (choice.verdict === 'reject') return rejectionOutcome(found, choice);
        if (found.status === 'pending') return 'open';
        if (found.status !== 'approved') throw decidedOtherwise(found.decided_by);
        await requireOwn({ http }, found.decided_by);
        return 'done';
      }),
    },
  });
  return kycArea.provide({
    actors: { list: kycList.provide({ actors: { part } }), details, decision },
  });

  async function rejectionOutcome({ documents }: KycReview, choice: Rejecting): Promise<DecisionOutcome> {
    const found = documents.find(({ type }) => type === choice.document);
    if (found?.status !== 'approved' && found?.status !== 'rejected') return 'open';
    // The server keeps a note trimmed and in form NFC.
    const note = choice.note.trim().normalize('NFC');
    const isAsChosen = found.reason_code === choice.reason && (found.reason ?? '') === note;
    if (found.status === 'approved' || !isAsChosen) throw decidedOtherwise(found.decided_by);
    await requireOwn({ http }, found.decided_by);
    return 'done';
  }
}
