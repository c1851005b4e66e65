import { type ActorOptions, type AnyEventObject, createActor, fromCallback, fromPromise } from 'xstate';
import type { Credentials, Registration, Session } from '../../contract/auth.ts';
import type { Transaction } from '../../contract/transactions.ts';
import type { User } from '../../contract/user.ts';
import type { Hold, Wallet } from '../../contract/wallet.ts';
import { type AppRef, appMachine } from '../machines/appMachine.ts';
import { captchaMachine } from '../machines/captchaMachine.ts';
import { exportMachine } from '../machines/exportMachine.ts';
import {
  historyDetailsMachine,
  historyMachine,
  holderMachine,
  holdsMachine,
  walletMachine,
} from '../machines/holderMachine.ts';
import { type Language, preferencesMachine } from '../machines/preferencesMachine.ts';
import { registrationMachine } from '../machines/registrationMachine.ts';
import { signInMachine } from '../machines/signInMachine.ts';
import { visitorMachine } from '../machines/visitorMachine.ts';
import type { Loaded } from '../services/cache.ts';
import { keepPreference, readPreferences } from '../services/preferences.ts';
import type { TransactionPage } from '../services/transactions.ts';
import type { Services } from './services.ts';

interface KeyedInput {
  readonly key: string;
  readonly fresh: boolean;
}

/** The app machine with the real world behind it; not started yet. */
export function createAppActor(
  services: Services,
  inspect?: ActorOptions<typeof appMachine>['inspect'],
): AppRef {
  const { auth, clock, drafts, languages, session, store } = services;

  const visitor = visitorMachine.provide({
    actors: {
      signIn: signInMachine.provide({
        actors: {
          submit: fromPromise<Session, { readonly values: Credentials }>(({ input }) =>
            auth.signIn(input.values),
          ),
        },
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
        actions: { solveAgain: () => prepareCaptcha() },
      }),
    },
  });

  const holder = holderMachine.provide({
    actors: {
      wallet: walletMachine.provide({
        actors: {
          load: fromPromise<Loaded<Wallet>, { readonly fresh: boolean }>(async (reading) => {
            void readAccount(reading.input);
            return (await services.data()).wallet(reading);
          }),
        },
      }),
      holds: holdsMachine.provide({
        actors: {
          load: fromPromise<Loaded<readonly Hold[]>, { readonly fresh: boolean }>(async (reading) =>
            (await services.data()).holds(reading),
          ),
        },
      }),
      history: historyMachine.provide({
        actors: {
          load: fromPromise<Loaded<TransactionPage>, KeyedInput>(async (reading) =>
            (await services.history()).page(reading),
          ),
        },
      }),
      historyDetails: historyDetailsMachine.provide({
        actors: {
          load: fromPromise<Loaded<Transaction>, KeyedInput>(async (reading) =>
            (await services.history()).line(reading),
          ),
        },
      }),
      historyExport: exportMachine.provide({
        actors: {
          saveExport: fromPromise<void, { readonly filters: string; readonly name: string }>(async (wish) =>
            (await services.history()).save(wish),
          ),
        },
      }),
    },
  });

  const preferences = preferencesMachine.provide({
    actors: {
      changeLanguage: fromPromise<void, { readonly language: Language }>(({ input }) =>
        languages.change(input.language),
      ),
    },
    actions: { keepPreference: (_, choice) => keepPreference(store, choice) },
  });

  const machine = appMachine.provide({
    actors: {
      visitor,
      holder,
      preferences,
      watchSession: fromCallback<AnyEventObject>(({ sendBack }) =>
        session.subscribe((change) =>
          sendBack(
            change.type === 'ended'
              ? { type: 'session.ended', token: change.token }
              : { type: 'session.opened', session: change.session },
          ),
        ),
      ),
      verifySession: fromPromise<User, { readonly token: string }>(
        async ({ signal }) =>
          (await (await services.data()).profile({ input: { fresh: true }, signal })).data,
      ),
      revokeSession: fromPromise<void, { readonly token: string }>(({ input }) => auth.revoke(input.token)),
    },
    actions: {
      storeSession: (_, { session: opened }) => {
        // Whoever is in has no use for it, and whoever comes after them must not see it.
        drafts.keep(null);
        session.keep(opened);
      },
      clearSession: (_, { token }) => {
        services.forgetData();
        session.end(token);
      },
    },
  });

  const app = createActor(machine, {
    input: {
      now: clock.now,
      readDraft: drafts.read,
      session: session.current(),
      preferences: { ...readPreferences(store), language: languages.current() },
    },
    ...(inspect && { inspect }),
  });
  return app;

  function prepareCaptcha(): void {
    services.captcha().then(
      (captcha) => captcha.prepare(),
      () => {},
    );
  }

  /** Begins with the first one. Without its code there is none, which is told as any that could not be made. */
  function watchCaptcha(tell: (event: AnyEventObject) => void): () => void {
    const watching = new AbortController();
    services.captcha().then(
      (captcha) => {
        if (watching.signal.aborted) return;
        const stop = captcha.subscribe((change) => tell({ type: `captcha.${change}` }));
        watching.signal.addEventListener('abort', stop);
        captcha.prepare();
      },
      () => tell({ type: 'captcha.failed' }),
    );
    return () => watching.abort();
  }

  /** As old as the balances: an account that is frozen or released meanwhile shows in both, and the wallet says why. */
  async function readAccount(input: { readonly fresh: boolean }): Promise<void> {
    try {
      const data = await services.data();
      const { data: user } = await data.profile({ input, signal: new AbortController().signal });
      app.send({ type: 'profile.changed', user });
    } catch {
      // Who was known before stays; a session that is over has ended by itself.
    }
  }
}
