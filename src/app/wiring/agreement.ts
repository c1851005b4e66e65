import { fromPromise } from 'xstate';
import { acceptTermsCall, termsVersion } from '../../../contract/legal.ts';
import type { AppRef } from '../../machines/appMachine.ts';
import { agreementMachine } from '../../machines/auth/agreementMachine.ts';
import type { Services } from './services.ts';

/** The agreement machine with its services. It tells the app once the person has agreed, which then shows the requested page. */
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
