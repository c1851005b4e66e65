import { fromPromise } from 'xstate';
import type { User } from '../../../contract/user.ts';
import type { TypedProof } from '../../machines/profile/proofForm.ts';
import { type FreezeDetails, unfreezeForm, unfreezeMachine } from '../../machines/profile/unfreezeMachine.ts';
import { proveUnfreeze, readFreezeDetails } from '../../services/profile/unfreezing.ts';
import { provingFrom } from './proving.ts';
import type { Services } from './services.ts';

export function providedUnfreeze(services: Services) {
  const { http } = services;
  return unfreezeMachine.provide({
    actors: {
      readDetails: fromPromise<FreezeDetails, void>(({ signal }) => readFreezeDetails(http, signal)),
      unfreezeForm: unfreezeForm.provide({
        actors: {
          submit: fromPromise<User, { readonly values: TypedProof }>(async (request) => {
            const user = await proveUnfreeze(provingFrom(services, '/unfreeze', request), request);
            // Account data on other pages was read before the change.
            services.outdateData();
            return user;
          }),
        },
      }),
    },
  });
}
