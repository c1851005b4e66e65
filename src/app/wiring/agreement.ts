import { fromPromise } from 'xstate';
import { acceptTermsCall, termsVersion } from '../../../contract/legal.ts';
import type { AppRef } from '../../machines/appMachine.ts';
import { agreementMachine } from '../../machines/auth/agreementMachine.ts';
import type { Services } from './services.ts';

/** Tells the app once it is done: then the page that was asked for is shown. */
export function providedAgreement({ http, outdateData }: Services, app: AppRef) {
  return agreementMachine.provide({
    actors: {
      sendAgreement: fromPromise<void, void>(async () => {
        const { data } = await http(acceptTermsCall, { body: { version: termsVersion } });
        outdateData();
        app.send({ type: 'profile.changed', user: data });
      }),
    },
  });
}
