import { fromPromise } from 'xstate';
import type { KycLine } from '../../../contract/kycReview.ts';
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
import { incomplete, readAt } from '../../services/console/operatorCalls.ts';
import type { ConsoleServices } from '../core/services.ts';

interface Sent {
  readonly subject: KycLine;
  readonly choice: KycChoice;
}

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
        const { status, documents, submitted_at } = await review.read(subject.id);
        if (submitted_at !== subject.submitted_at) return 'open';
        if (choice.verdict === 'approve') return status === 'approved' ? 'done' : 'open';
        const found = documents.find(({ type }) => type === choice.document);
        return found?.status === 'rejected' ? 'done' : 'open';
      }),
    },
  });
  return kycArea.provide({
    actors: { list: kycList.provide({ actors: { part } }), details, decision },
  });
}
