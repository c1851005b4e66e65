import '../styles.css';
import { createRoot } from 'react-dom/client';
import { type AnyActorLogic, type AnyEventObject, createActor, fromCallback, fromPromise } from 'xstate';
import { checksMachine } from '../machines/console/checksMachine.ts';
import type { AreaName, ConsoleOperator } from '../machines/console/consoleAreas.ts';
import { consoleMachine } from '../machines/console/consoleMachine.ts';
import { losesByClosing } from '../machines/console/consoleSetup.ts';
import { type OperatorCredentials, operatorLoginForm } from '../machines/console/operatorLoginForm.ts';
import { operatorPasskeyMachine } from '../machines/console/operatorPasskeyMachine.ts';
import { toastsMachine } from '../machines/core/toastsMachine.ts';
import {
  type Language,
  type PreferencesRef,
  preferencesMachine,
} from '../machines/shell/preferencesMachine.ts';
import { createOperatorLogin } from '../services/console/operatorCalls.ts';
import { askBeforeClosing, invitationCode, watchInvitations, watchPlace } from '../services/console/place.ts';
import { watchPage } from '../services/core/page.ts';
import { applyTheme, keepPreference, readPreferences } from '../services/shell/preferences.ts';
import { loadArea } from './areas.ts';
import { ConsoleApp } from './ConsoleApp.tsx';
import { type ConsoleServices, createConsoleServices } from './core/services.ts';

const namespaces = ['common', 'auth', 'validation', 'transactions', 'console'];

void start();

async function start(): Promise<void> {
  const services = createConsoleServices();
  const { clock, http, languages, session } = services;
  applyTheme(readPreferences(services.store).theme);
  await languages.load(namespaces);
  const preferences = openPreferences(services);
  const root = document.getElementById('root');
  const code = invitationCode();
  if (code !== null) {
    const { openSetup } = await import('./setup.tsx');
    if (root) openSetup(root, { services, preferences, code });
    return;
  }
  watchInvitations();
  const login = createOperatorLogin({ http, session });

  const console = createActor(
    consoleMachine.provide({
      actors: {
        verifySession: fromPromise<ConsoleOperator | null, void>(() => login.verify()),
        watchSession: fromCallback<AnyEventObject>(({ sendBack }) =>
          session.subscribe(() => sendBack({ type: 'session.ended' })),
        ),
        checks: checksMachine.provide({
          actors: {
            watchPage: fromCallback<AnyEventObject>(({ sendBack }) =>
              watchPage((type) => sendBack({ type })),
            ),
          },
        }),
        login: operatorLoginForm.provide({
          actors: {
            submit: fromPromise<ConsoleOperator, { readonly values: OperatorCredentials }>(({ input }) =>
              login.logIn(input.values),
            ),
          },
        }),
        passkey: operatorPasskeyMachine.provide({
          actors: {
            logIn: fromPromise<ConsoleOperator, void>(async ({ signal }) => {
              const { logInByPasskey } = await import('../services/console/passkeyLogin.ts');
              return logInByPasskey({ http, session }, signal);
            }),
          },
        }),
        endSession: fromPromise<void, void>(() => login.logOut()),
        loadArea: fromPromise<AnyActorLogic, { readonly area: AreaName }>(({ input }) =>
          loadArea(input.area, services),
        ),
      },
      actions: { forgetSession: () => session.end() },
    }),
    { input: { now: clock.now } },
  );
  console.start();
  watchPlace((asked) => console.send({ type: 'location.changed', asked }));
  askBeforeClosing(() => losesByClosing(console.getSnapshot().context));
  if (root)
    createRoot(root).render(<ConsoleApp console={console} preferences={preferences} languages={languages} />);
}

/** The preferences machine, for language and theme. */
function openPreferences({ clock, languages, store }: ConsoleServices): PreferencesRef {
  return createActor(
    preferencesMachine.provide({
      actors: {
        changeLanguage: fromPromise<void, { readonly language: Language }>(({ input, signal }) =>
          languages.change(input.language, signal),
        ),
      },
      actions: {
        keepPreference: (_, choice) => keepPreference(store, choice),
        // The switch already goes back to the current language.
        tellFailure: () => {},
      },
    }),
    {
      input: {
        preferences: { ...readPreferences(store), language: languages.current() },
        toasts: createActor(toastsMachine, { input: { now: clock.now } }),
      },
    },
  ).start();
}
