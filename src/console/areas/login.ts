import { fromPromise } from 'xstate';
import type { OwnLogin } from '../../../contract/operatorLogin.ts';
import type { Loaded, ReadRequest } from '../../../contract/reading.ts';
import {
  type LoginChangeAnswer,
  type LoginChangeSent,
  loginChangeForm,
  newAppForm,
} from '../../machines/console/loginChangeForm.ts';
import { ownLoginArea, ownLoginFactors } from '../../machines/console/ownLoginArea.ts';
import { readAt } from '../../services/console/operatorCalls.ts';
import { createOwnLogin } from '../../services/console/ownLoginCalls.ts';
import type { ConsoleServices } from '../core/services.ts';

/** The area of the operator's own login with its calls. */
export function openLogin({ http, clock }: ConsoleServices) {
  const login = createOwnLogin({ http });
  const factors = ownLoginFactors.provide({
    actors: {
      load: fromPromise<Loaded<OwnLogin>, ReadRequest>(({ signal }) =>
        readAt(clock, () => login.read(signal)),
      ),
    },
  });
  const loginChange = loginChangeForm.provide({
    actors: {
      submit: fromPromise<LoginChangeAnswer, { readonly values: LoginChangeSent }>(({ input, signal }) =>
        login.change(input.values, signal),
      ),
    },
  });
  const newApp = newAppForm.provide({
    actors: {
      submit: fromPromise<void, { readonly values: { readonly code: string } }>(({ input }) =>
        login.confirmApp(input.values.code),
      ),
    },
  });
  return ownLoginArea.provide({ actors: { factors, loginChange, newApp } });
}
