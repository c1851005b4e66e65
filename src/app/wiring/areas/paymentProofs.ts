import { fromPromise } from 'xstate';
import { type StepUpShown, type StepUpSubject, stepUpForm } from '../../../machines/auth/stepUpForm.ts';
import { type StepUpOptions, stepUpMachine } from '../../../machines/auth/stepUpMachine.ts';
import { deviceKeysOf } from '../deviceKeys.ts';
import { provingFrom } from '../proving.ts';
import type { Services } from '../services.ts';

const calls = () => import('../../../services/auth/paymentProof.ts');

/** The proof for a money flow at an address, or for a new device key, with its services; their code loads with the first call. */
export function paymentProofs(address: () => string, services: Services) {
  const { http } = services;
  return stepUpMachine.provide({
    actors: {
      readOptions: fromPromise<StepUpOptions, { readonly subject: StepUpSubject }>(async ({ input }) =>
        (await calls()).readStepUpOptions(services, input.subject),
      ),
      sendCode: fromPromise<void, { readonly subject: StepUpSubject }>(async ({ input }) =>
        (await calls()).sendStepUpCode(http, input.subject),
      ),
      stepUpForm: stepUpForm.provide({
        actors: {
          submit: fromPromise<string, { readonly values: StepUpShown }>(
            async ({ input: { values }, signal }) => {
              // The flow itself is stored already.
              const world = provingFrom(services, address(), { signal });
              const proof = await (await calls()).requestPaymentProof(world, values);
              if (values.subject !== 'factors') return proof;
              await deviceKeysOf(services).replace(proof);
              return '';
            },
          ),
        },
      }),
    },
  });
}
