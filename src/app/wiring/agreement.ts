import { fromPromise } from 'xstate';
import { acceptTermsCall, termsVersion } from '../../../contract/legal.ts';
import type { AppRef } from '../../machines/appMachine.ts';
import { selectSession } from '../../machines/appSelectors.ts';
import { agreementMachine } from '../../machines/auth/agreementMachine.ts';
import type { Services } from './services.ts';

/** The agreement machine with its services. It tells the app once the person has agreed, which then shows the requested page. */
export function providedAgreement({ http, outdateData }: Services, app: AppRef) {
  const currentToken = () => selectSession(app.getSnapshot())?.token;
  return agreementMachine.provide({
    actors: {
      sendAgreement: fromPromise<void, void>(async () => {
        const token = currentToken();
        const { data } = await http(acceptTermsCall, { body: { version: termsVersion } });
        // Whoever has logged in meanwhile has not agreed, and is not the person of the answer.
        if (currentToken() !== token) return;
        outdateData();
        app.send({ type: 'profile.changed', user: data });
      }),
    },
  });
}
