import { createRoot } from 'react-dom/client';
import { createActor, fromPromise } from 'xstate';
import type { ConsoleOperator } from '../machines/console/consoleAreas.ts';
import {
  type AppSecret,
  setupAppForm,
  setupPasskeyForm,
  setupPasswordForm,
} from '../machines/console/setupForms.ts';
import { type Invitation, setupMachine } from '../machines/console/setupMachine.ts';
import type { PreferencesRef } from '../machines/shell/preferencesMachine.ts';
import { OperatorSetup } from '../screens/console/OperatorSetup.tsx';
import { enterConsole } from '../services/console/place.ts';
import { createOperatorSetup } from '../services/console/setupCalls.ts';
import { InLanguage } from './core/InLanguage.tsx';
import type { ConsoleServices } from './core/services.ts';

interface Setup {
  readonly services: ConsoleServices;
  readonly preferences: PreferencesRef;
  /** The code in the link. */
  readonly code: string;
}

/** The page of an invited operator, in place of the console. */
export function openSetup(root: HTMLElement, { services, preferences, code }: Setup): void {
  const { clock, languages } = services;
  const calls = createOperatorSetup(services, code);
  const setup = createActor(
    setupMachine.provide({
      actors: {
        readInvitation: fromPromise<Invitation, void>(() => calls.read()),
        password: setupPasswordForm.provide({
          actors: {
            submit: fromPromise<AppSecret, { readonly values: { readonly password: string } }>(({ input }) =>
              calls.choosePassword(input.values.password),
            ),
          },
        }),
        app: setupAppForm.provide({
          actors: {
            submit: fromPromise<ConsoleOperator, { readonly values: { readonly code: string } }>(
              ({ input }) => calls.confirmApp(input.values.code),
            ),
          },
        }),
        passkey: setupPasskeyForm.provide({
          actors: {
            submit: fromPromise<ConsoleOperator, { readonly values: { readonly name: string } }>(
              ({ input, signal }) => calls.makePasskey(input.values.name, signal),
            ),
          },
        }),
      },
      actions: { finish: enterConsole },
    }),
    { input: { now: clock.now } },
  ).start();
  createRoot(root).render(
    <InLanguage languages={languages}>
      <OperatorSetup setup={setup} preferences={preferences} />
    </InLanguage>,
  );
}
