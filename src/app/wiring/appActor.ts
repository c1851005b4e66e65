import {
  type ActorOptions,
  type AnyActorLogic,
  type AnyEventObject,
  createActor,
  fromCallback,
  fromPromise,
} from 'xstate';
import type { Credentials, Registration, Session } from '../../../contract/auth.ts';
import type { User } from '../../../contract/user.ts';
import { type AppRef, appMachine } from '../../machines/appMachine.ts';
import { signedInLoader } from '../../machines/appSetup.ts';
import { captchaMachine } from '../../machines/auth/captchaMachine.ts';
import { registrationMachine } from '../../machines/auth/registrationMachine.ts';
import { signedOutMachine, signInMethodsLoader } from '../../machines/auth/signedOutMachine.ts';
import { signInMachine } from '../../machines/auth/signInMachine.ts';
import { type Language, preferencesMachine } from '../../machines/shell/preferencesMachine.ts';
import { yieldToInput } from '../../services/core/paint.ts';
import { keepPreference, readPreferences } from '../../services/shell/preferences.ts';
import { followReturnAddress, type Locate, readReturnAddress } from './returnAddress.ts';
import type { Services } from './services.ts';

/** The stages of the app's start: the first page is shown with its data; after that the browser was idle. */
export interface BootStages {
  readonly firstPage: Promise<unknown>;
  readonly idle: Promise<unknown>;
}

/** The app machine with its services; not started yet. */
export function createAppActor(
  services: Services,
  locate: Locate,
  stages: BootStages,
  inspect?: ActorOptions<typeof appMachine>['inspect'],
): AppRef {
  const { firstPage } = stages;
  const { auth, clock, drafts, languages, loginDrafts, session, store } = services;

  const signedOut = signedOutMachine.provide({
    actors: {
      signInMethodsLoader: signInMethodsLoader.provide({
        actors: {
          loadCode: fromPromise<AnyActorLogic, { readonly name: 'signInMethods' }>(async () => {
            await firstPage;
            await yieldToInput();
            const { openSignInMethods } = await import('./signInMethods.ts');
            await yieldToInput();
            const methods = openSignInMethods(services);
            await yieldToInput();
            return methods;
          }),
        },
      }),
      signIn: signInMachine.provide({
        actors: {
          submit: fromPromise<Session, { readonly values: Credentials }>(({ input }) =>
            auth.signIn(input.values),
          ),
        },
        actions: { keepDraft: (_, { draft }) => loginDrafts.keep(draft) },
      }),
      registration: registrationMachine.provide({
        actors: {
          submit: fromPromise<Session, { readonly values: Registration }>(({ input }) =>
            auth.register(input.values),
          ),
        },
        actions: { keepDraft: (_, { draft }) => drafts.keep(draft) },
      }),
      captcha: captchaMachine.provide({
        actors: { watchCaptcha: fromCallback<AnyEventObject>(({ sendBack }) => watchCaptcha(sendBack)) },
        actions: {
          solveAgain: ({ self }) => prepareCaptcha(() => self.send({ type: 'captcha.failed' })),
        },
      }),
      signInCaptcha: captchaMachine.provide({
        actors: {
          watchCaptcha: fromCallback<AnyEventObject>(({ sendBack }) => services.watchCaptcha(sendBack)),
        },
      }),
    },
  });

  const signedInCode = signedInLoader.provide({
    actors: {
      loadCode: fromPromise(async () => (await import('./signedIn.ts')).createSignedIn(services, stages)),
    },
  });

  const preferences = preferencesMachine.provide({
    actors: {
      changeLanguage: fromPromise<void, { readonly language: Language }>(({ input, signal }) =>
        languages.change(input.language, signal),
      ),
    },
    actions: { keepPreference: (_, choice) => keepPreference(store, choice) },
  });

  const machine = appMachine.provide({
    actors: {
      signedOut,
      signedInLoader: signedInCode,
      preferences,
      watchSession: fromCallback<AnyEventObject>(({ sendBack }) =>
        session.subscribe((change) => {
          if (change.type === 'ended') sendBack({ type: 'session.ended', token: change.token });
          if (change.type === 'opened') sendBack({ type: 'session.opened', session: change.session });
        }),
      ),
      verifySession: fromPromise<User, { readonly token: string }>(
        // A read that this no longer waits for continues, because the screen that shows the person waits for the same answer.
        async () =>
          (
            await (
              await services.data()
            ).profile({
              input: { fresh: true },
              signal: new AbortController().signal,
            })
          ).data,
      ),
      revokeSession: fromPromise<void, { readonly token: string }>(({ input }) => auth.revoke(input.token)),
    },
    actions: {
      storeSession: (_, { session: opened }) => {
        // A signed-in person does not need the draft, and the next person must not see it.
        drafts.keep(null);
        loginDrafts.keep(null);
        session.keep(opened);
      },
      forgetFlows: () => services.records.leave(),
      clearSession: (_, { token }) => {
        services.forgetData();
        session.end(token);
      },
    },
  });

  const actor = createActor(machine, {
    input: {
      now: clock.now,
      makeKey: services.makeKey,
      readRecord: services.records.read,
      readDraft: drafts.read,
      readSignInDraft: loginDrafts.read,
      takeCallback: services.authCallbacks.take,
      returnAddress: readReturnAddress(locate),
      session: session.current(),
      preferences: { ...readPreferences(store), language: languages.current() },
    },
    inspect: (event) => {
      services.steps.inspect(event);
      if (typeof inspect === 'function') inspect(event);
      else inspect?.next?.(event);
    },
  });
  followReturnAddress(actor);
  return actor;

  /** If its code fails to load, that is reported like any captcha that could not be made. */
  function prepareCaptcha(tellFailure: () => void): void {
    firstPage.then(services.captcha).then((captcha) => captcha.prepare(), tellFailure);
  }

  /** Starts with the first captcha. */
  function watchCaptcha(tell: (event: AnyEventObject) => void): () => void {
    const stop = services.watchCaptcha(tell);
    prepareCaptcha(() => tell({ type: 'captcha.failed' }));
    return stop;
  }
}
