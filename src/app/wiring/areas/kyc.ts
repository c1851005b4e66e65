import { type AnyEventObject, fromCallback, fromPromise } from 'xstate';
import type { KycCase } from '../../../../contract/kyc.ts';
import type { User } from '../../../../contract/user.ts';
import { required } from '../../../machines/core/placeholders.ts';
import type { SavedFlow } from '../../../machines/core/savedFlow.ts';
import { cameraMachine, type TakenPicture } from '../../../machines/kyc/cameraMachine.ts';
import { type Details, detailsMachine } from '../../../machines/kyc/detailsMachine.ts';
import { type DocumentUpload, documentMachine } from '../../../machines/kyc/documentMachine.ts';
import { kycArea } from '../../../machines/kyc/kycArea.ts';
import { kycMachine } from '../../../machines/kyc/kycMachine.ts';
import type { VerificationRead } from '../../../machines/kyc/kycSteps.ts';
import { preparationMachine } from '../../../machines/kyc/preparationMachine.ts';
import { watchCamera } from '../../../services/core/camera.ts';
import { holdPicture } from '../../../services/core/pictures.ts';
import { addDocument, readKyc, removeDocument, submitKyc } from '../../../services/kyc/kyc.ts';
import { takePicture } from '../../../services/kyc/pictures.ts';
import { updateProfile } from '../../../services/profile/profile.ts';
import type { Data } from '../data.ts';
import type { Services } from '../services.ts';
import { formRecordOf } from './formRecord.ts';

/** After a change of the case, the cached profile is outdated, because it has the status. */
async function changing(data: Services['data'], change: (cache: Data) => Promise<KycCase>): Promise<KycCase> {
  const cache = await data();
  const kyc = await change(cache);
  cache.outdate();
  return kyc;
}

export function createArea({ http, data, records, session, clock }: Services) {
  const fresh = { fresh: true };
  const keepRecord = (_: unknown, { record }: { record: SavedFlow | null }) => records.keep('kyc', record);
  return kycArea.provide({
    actors: {
      kyc: kycMachine.provide({
        actors: {
          readVerification: fromPromise<VerificationRead, void>(async ({ signal }) => {
            const cache = await data();
            const askedAt = clock.now();
            const [kyc, { user, readAt }] = await Promise.all([
              readKyc(http, cache, { input: fresh, signal }),
              // Does not read a known profile again, because the case itself has the status.
              cache.profile({ input: { fresh: false }, signal }).then(
                ({ data: user, loadedAt }) => ({ user, readAt: Math.min(askedAt, loadedAt) }),
                () => ({ user: required(session.current()).user, readAt: 0 }),
              ),
            ]);
            return {
              kyc: kyc.data,
              user: { ...user, kyc_status: kyc.data.status },
              readAt,
              keptStep: records.read('kyc')?.values.step ?? null,
            };
          }),
          preparation: preparationMachine.provide({
            actors: {
              submitKyc: fromPromise<KycCase, { readonly key: string }>(async (request) =>
                changing(data, (cache) => submitKyc(http, cache, request)),
              ),
              details: detailsMachine.provide({
                actors: {
                  submit: fromPromise<User, { readonly values: Partial<Details> }>(async ({ input }) =>
                    updateProfile({ http, cache: await data(), session }, { input: input.values }),
                  ),
                },
                actions: { keepDraft: (_, { draft }) => records.keep('kycDetails', formRecordOf(draft)) },
              }),
              document: documentMachine.provide({
                actors: {
                  addDocument: fromPromise<KycCase, DocumentUpload>(async (request) =>
                    changing(data, (cache) => addDocument(http, cache, request)),
                  ),
                  removeDocument: fromPromise<KycCase, { readonly id: string }>(async (request) =>
                    changing(data, (cache) => removeDocument(http, cache, request)),
                  ),
                },
              }),
              camera: cameraMachine.provide({
                actors: {
                  watchCamera: fromCallback<AnyEventObject>(({ sendBack }) => watchCamera(sendBack)),
                  takePicture: fromPromise<TakenPicture, { readonly stream: MediaStream }>(takePicture),
                  holdPicture: fromCallback<AnyEventObject, { readonly url: string }>(holdPicture),
                },
              }),
            },
            actions: { keepRecord },
          }),
        },
        actions: { keepRecord },
      }),
    },
  });
}
