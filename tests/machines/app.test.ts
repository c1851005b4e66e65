import { describe, expect, test } from 'vitest';
import { type AnyEventObject, createActor, fromCallback, SimulatedClock } from 'xstate';
import type { Credentials, Session } from '../../contract/auth.ts';
import { CallError } from '../../contract/failure.ts';
import type { Loaded, ReadRequest } from '../../contract/reading.ts';
import type { User } from '../../contract/user.ts';
import type { Hold, Wallet } from '../../contract/wallet.ts';
import type { AppEvent } from '../../src/machines/appEvents.ts';
import { appMachine } from '../../src/machines/appMachine.ts';
import {
  areTermsDue,
  closedAccount,
  selectIsAskedForTerms,
  selectOnward,
  selectPageAddress,
  selectReturnAddress,
  selectScreen,
} from '../../src/machines/appSelectors.ts';
import { signedInLoader } from '../../src/machines/appSetup.ts';
import { signedOutMachine } from '../../src/machines/auth/signedOutMachine.ts';
import { signInMachine } from '../../src/machines/auth/signInMachine.ts';
import type { AreaName, Location, Route } from '../../src/machines/core/location.ts';
import { historyArea } from '../../src/machines/history/historyArea.ts';
import { preferencesMachine } from '../../src/machines/shell/preferencesMachine.ts';
import type { ReturnAddress } from '../../src/machines/shell/returnAddress.ts';
import {
  accountMachine,
  holdsMachine,
  walletArea,
  walletMachine,
} from '../../src/machines/wallet/walletArea.ts';
import { failure, manualCall, settled } from '../support/actors.ts';
import { signedInLoaderWith, signedInWith } from '../support/areas.ts';
import { type Exploration, expectSound, explore } from '../support/paths.ts';
import { oleg, vera } from '../support/people.ts';
import { plainPreferences as preferences } from '../support/preferences.ts';

const routes: Readonly<Record<string, Omit<Route, 'params'>>> = {
  '/': { name: 'home', access: 'any', area: null },
  '/auth/login': { name: 'login', access: 'signedOut', area: null },
  '/auth/registration': { name: 'registration', access: 'signedOut', area: null },
  '/news': { name: 'news', access: 'signedIn', area: 'news' },
  '/wallet': { name: 'wallet', access: 'signedIn', area: 'wallet' },
  '/terms': { name: 'terms', access: 'any', area: null },
  '/privacy': { name: 'privacy', access: 'any', area: null },
  '/not-me': { name: 'notMe', access: 'any', area: null },
  '/recover': { name: 'recover', access: 'any', area: null },
  '/transactions/history': { name: 'history', access: 'signedIn', area: 'history' },
};

const unasked = { accepted: null, accepted_at: null, version: '2026-11-22' };
const agreed = { accepted: '2026-11-22', accepted_at: '2026-11-22T10:00:00.000Z', version: '2026-11-22' };
/** Has not agreed to the terms. */
const newcomer: Session = { ...vera, user: { ...vera.user, terms: unasked } };

function at(path: string, search = ''): { type: 'location.changed'; location: Location } {
  const route = routes[path.replace(/^\/+/, '/')] ?? { name: 'notFound', access: 'any', area: null };
  return { type: 'location.changed', location: { path, search, route: { ...route, params: {} } } };
}

describe('paths', () => {
  const exploration = (session: Session | null): Exploration<typeof appMachine> => ({
    input: { now: () => 0, makeKey: () => '', readRecord: () => null, session, preferences },
    events: [
      ...['/', '/auth/login', '/auth/registration', '/wallet', '/nowhere'].map((path) => at(path)),
      { type: 'session.opened', session: vera },
      { type: 'session.opened', session: oleg },
      { type: 'code.loaded', name: 'signedIn', logic: signedInWith({}), shown: null },
      { type: 'session.ended', token: vera.token },
      { type: 'session.ended', token: 'older' },
      { type: 'signOut.confirmed' },
      { type: 'profile.changed', user: { ...vera.user, first_name: 'Verochka' } },
      { type: 'profile.changed', user: newcomer.user },
    ],
    answers: {
      watchSession: {},
      signedOut: { done: [vera] },
      signedInLoader: {},
      verifySession: {
        done: [vera.user],
        error: [new CallError(failure('UNAUTHENTICATED')), new CallError(failure('NETWORK'))],
      },
      revokeSession: { done: [undefined], error: [new CallError(failure('NETWORK'))] },
    },
    distinguish: ({ context }) => [
      context.location?.path,
      context.session?.user.first_name,
      areTermsDue(context.session),
      context.returnTo?.address,
      context.endedUserId,
      context.signedIn !== null,
    ],
  });

  test.each([
    ['with nothing stored', null],
    ['with a session stored', vera],
  ])('%s every state is reached and can be left, and a hanging call has a way out', (_, session) => {
    expectSound(appMachine, exploration(session));
  });

  test.each([
    ['with nothing stored', null],
    ['with a session stored', vera],
  ])('%s, whatever happens', (_, session) => {
    const paths = explore(appMachine, exploration(session));
    expect(paths.length).toBeGreaterThan(50);
    for (const { snapshot, events } of paths) {
      const { context } = snapshot;
      const path = events.join(' → ');
      const screen = selectScreen(snapshot);
      if (screen) expect(screen, path).toBe(context.location?.route);
      if (screen?.access === 'signedIn') expect(snapshot.matches('signedIn'), path).toBe(true);
      if (screen?.access === 'signedOut') expect(snapshot.matches('signedOut'), path).toBe(true);
      expect(screen?.name, path).not.toBe('home');
      if (snapshot.matches('signedIn')) expect(context.session, path).not.toBeNull();
      if (snapshot.matches('signedOut')) expect(context.session, path).toBeNull();
      expect(Boolean(snapshot.children.signedInLoader), path).toBe(snapshot.matches('signedIn'));
      if (!snapshot.matches('signedIn')) expect(context.signedIn, path).toBeNull();
      expect(Boolean(snapshot.children.signedOut), path).toBe(snapshot.matches('signedOut'));
    }
  });
});

function start(session: Session | null = null, returnAddress?: ReturnAddress) {
  const clock = new SimulatedClock();
  const verify = manualCall<User, { readonly token: string }>();
  const revoke = manualCall<void, { readonly token: string }>();
  const submit = manualCall<Session, { readonly values: Credentials }>();
  const wallet = manualCall<Loaded<Wallet>, ReadRequest>();
  const holds = manualCall<Loaded<readonly Hold[]>, ReadRequest>();
  const account = manualCall<Loaded<User>, ReadRequest>();
  const stored: string[] = [];
  const asked: string[] = [];
  const drawn: string[] = [];
  let tellFromElsewhere: (event: AppEvent) => void = () => {};

  const actor = createActor(
    appMachine.provide({
      actors: {
        verifySession: verify.logic,
        revokeSession: revoke.logic,
        watchSession: fromCallback<AnyEventObject>(({ sendBack }) => {
          tellFromElsewhere = sendBack;
        }),
        preferences: preferencesMachine.provide({ actions: { keepPreference: () => {} } }),
        signedOut: signedOutMachine.provide({
          actors: { signIn: signInMachine.provide({ actors: { submit: submit.logic } }) },
        }),
        signedInLoader: signedInLoaderWith(
          signedInWith({
            wallet: walletArea.provide({
              actors: {
                wallet: walletMachine.provide({ actors: { load: wallet.logic } }),
                holds: holdsMachine.provide({ actors: { load: holds.logic } }),
                account: accountMachine.provide({ actors: { load: account.logic } }),
              },
            }),
            history: historyArea,
          }),
        ),
      },
      actions: {
        storeSession: (_, params) => stored.push(`store ${params.session.token}`),
        forgetFlows: () => stored.push('forget flows'),
        clearSession: (_, params) => stored.push(`clear ${params.token}`),
      },
    }),
    {
      clock,
      input: {
        ...{ now: () => clock.now(), makeKey: () => '', readRecord: () => null, session, preferences },
        ...(returnAddress && { returnAddress }),
      },
    },
  );
  actor.on('navigation.requested', ({ to, replace }) => {
    asked.push(replace ? to : `push ${to}`);
  });
  actor.subscribe((snapshot) => {
    const name = selectScreen(snapshot)?.name;
    if (name && drawn.at(-1) !== name) drawn.push(name);
  });
  actor.start();

  const go = (path: string, search = '') => actor.send(at(path, search));
  const signIn = async (as: Session) => {
    const flow = actor.getSnapshot().children.signedOut?.getSnapshot().children.signIn;
    flow?.send({ type: 'field.changed', name: 'email', value: 'vera@example.com' });
    flow?.send({ type: 'field.changed', name: 'password', value: 'Correct7horse' });
    flow?.send({ type: 'form.submitted' });
    submit.last().answer(as);
    await settled();
  };
  return {
    actor,
    clock,
    verify,
    revoke,
    submit,
    wallet,
    stored,
    asked,
    drawn,
    go,
    signIn,
    now: () => actor.getSnapshot(),
    /** An area's flows, by name. */
    flows: (area: AreaName) =>
      actor.getSnapshot().context.signedIn?.getSnapshot().context.areas[area]?.getSnapshot().children,
    fromElsewhere: (event: AppEvent) => tellFromElsewhere(event),
    toasts: () => actor.getSnapshot().context.toasts.getSnapshot().context.toasts,
  };
}

async function startSignedIn(session = vera) {
  const started = start(session);
  started.go('/wallet');
  started.verify.last().answer(session.user);
  await settled();
  await settled();
  return started;
}

describe('while the code of the signed-in half is on its way', () => {
  /** Signed in at the wallet; the code comes when the test says so. */
  async function waiting() {
    const clock = new SimulatedClock();
    const load = manualCall<ReturnType<typeof signedInWith>, { readonly name: 'signedIn' }>();
    const revoke = manualCall<void, { readonly token: string }>();
    const verify = manualCall<User, { readonly token: string }>();
    let tell: (event: AppEvent) => void = () => {};
    const actor = createActor(
      appMachine.provide({
        actors: {
          verifySession: verify.logic,
          revokeSession: revoke.logic,
          watchSession: fromCallback<AnyEventObject>(({ sendBack }) => {
            tell = sendBack;
          }),
          preferences: preferencesMachine.provide({ actions: { keepPreference: () => {} } }),
          signedInLoader: signedInLoader.provide({ actors: { loadCode: load.logic } }),
        },
        actions: { storeSession: () => {}, forgetFlows: () => {}, clearSession: () => {} },
      }),
      {
        clock,
        input: {
          now: () => clock.now(),
          makeKey: () => '',
          readRecord: () => null,
          session: vera,
          preferences,
        },
      },
    ).start();
    actor.send(at('/wallet'));
    verify.last().answer(vera.user);
    await settled();
    const arrive = async () => {
      load.last().answer(signedInWith({}));
      await settled();
    };
    return { actor, clock, load, revoke, verify, tell: (event: AppEvent) => tell(event), arrive };
  }
  const shownTo = ({ actor }: Awaited<ReturnType<typeof waiting>>) =>
    actor.getSnapshot().context.signedIn?.getSnapshot().context.shown;

  test('the page may be drawn, and the address that came last is what is opened', async () => {
    const it = await waiting();
    expect(selectScreen(it.actor.getSnapshot())?.name).toBe('wallet');
    it.actor.send(at('/transactions/history', '?page=2'));
    expect(it.actor.getSnapshot().context.signedIn).toBeNull();
    await it.arrive();
    expect(shownTo(it)).toMatchObject({ name: 'history', search: '?page=2' });
    expect(it.load.calls).toHaveLength(1);
  });

  test('at an address that leads elsewhere, nothing is shown before the person is there', async () => {
    const it = await waiting();
    it.actor.send(at('/auth/login'));
    await it.arrive();
    expect(shownTo(it)).toBeNull();
    it.actor.send(at('/wallet', '?token=ZST'));
    expect(shownTo(it)).toMatchObject({ name: 'wallet', search: '?token=ZST' });
  });

  test('it is asked for again: a second after it did not come, thirty after nothing was heard, at once at another address', async () => {
    const { actor, clock, load } = await waiting();
    const loading = () => actor.getSnapshot().children.signedInLoader;
    load.last().fail('NETWORK');
    await settled();
    expect(loading()?.getSnapshot().hasTag('missing')).toBe(true);
    clock.increment(999);
    expect(load.calls).toHaveLength(1);
    clock.increment(1);
    expect(load.calls).toHaveLength(2);
    clock.increment(29_999);
    expect(load.calls).toHaveLength(2);
    clock.increment(1);
    expect(load.calls).toHaveLength(3);
    load.last().fail('NETWORK');
    await settled();
    actor.send(at('/transactions/history'));
    expect(load.calls).toHaveLength(4);
  });

  test('the end of the session and a log-out are heard; code that comes after that opens nothing', async () => {
    for (const event of [
      { type: 'session.ended', token: vera.token },
      { type: 'signOut.confirmed' },
    ] as const) {
      const it = await waiting();
      it.tell(event);
      expect(it.actor.getSnapshot().matches('signedIn'), event.type).toBe(false);
      await it.arrive();
      expect(it.actor.getSnapshot().context.signedIn, event.type).toBeNull();
    }
  });

  test('somebody else in another tab gets a half of their own', async () => {
    const it = await waiting();
    const veras = it.load.last();
    it.tell({ type: 'session.opened', session: oleg });
    it.verify.last().answer(oleg.user);
    await settled();
    expect(it.load.calls).toHaveLength(2);
    veras.answer(signedInWith({}));
    await settled();
    expect(it.actor.getSnapshot().context.signedIn).toBeNull();
    await it.arrive();
    expect(shownTo(it)).toMatchObject({ name: 'wallet' });
  });
});

describe('starting', () => {
  test('nothing is decided before the router has said where it stands', () => {
    const { verify, now, asked } = start(vera);
    expect(now().value).toBe('booting');
    expect([verify.calls, asked]).toEqual([[], []]);
  });

  test('a stored session opens nothing before the provider confirmed it', async () => {
    const { verify, go, now, drawn, stored } = start(vera);
    go('/wallet');
    expect(verify.last().input).toEqual({ token: vera.token });
    expect(drawn).toEqual([]);
    verify.last().answer({ ...vera.user, first_name: 'Verochka' });
    await settled();
    expect(drawn).toEqual(['wallet']);
    expect(now().context.session?.user.first_name).toBe('Verochka');
    expect(stored).toEqual([`store ${vera.token}`]);
  });

  test.each(['UNAUTHENTICATED', 'FORBIDDEN', 'ACCOUNT_BLOCKED'] as const)(
    'a stored session that the provider refuses (%s) is cleared, and the wallet is never drawn',
    async (code) => {
      const { verify, go, asked, drawn, stored, now } = start(vera);
      go('/wallet');
      verify.last().fail(code);
      await settled();
      expect(stored).toEqual([`clear ${vera.token}`]);
      expect(asked).toEqual(['/auth/login']);
      go('/auth/login');
      expect(drawn).toEqual(['login']);
      expect(selectReturnAddress(now())).toBe('ended');
    },
  );

  test.each(['NETWORK', 'INTERNAL', 'UNAVAILABLE', 'INVALID_RESPONSE', 'NOT_FOUND'] as const)(
    'a provider that cannot tell (%s) throws nobody out',
    async (code) => {
      const { verify, go, drawn, stored } = start(vera);
      go('/wallet');
      verify.last().fail(code);
      await settled();
      expect(drawn).toEqual(['wallet']);
      expect(stored).toEqual([]);
    },
  );

  test('four seconds without an answer are enough, not a tick less; the late answer changes nothing', async () => {
    const { verify, clock, go, drawn, now } = start(vera);
    go('/wallet');
    clock.increment(3999);
    expect(drawn).toEqual([]);
    clock.increment(1);
    expect(drawn).toEqual(['wallet']);
    verify.last().fail('UNAUTHENTICATED');
    await settled();
    expect(now().matches('signedIn')).toBe(true);
  });

  test('a 401 that the http client saw first ends it just as well', () => {
    const { go, fromElsewhere, asked, stored } = start(vera);
    go('/wallet');
    fromElsewhere({ type: 'session.ended', token: vera.token });
    expect(asked).toEqual(['/auth/login']);
    expect(stored).toEqual([`clear ${vera.token}`]);
  });
});

describe('who may see what', () => {
  test.each([
    ['/', '/auth/login'],
    ['/wallet', '/auth/login'],
  ])('signed out at %s → %s, replacing', (path, to) => {
    const { go, asked, drawn } = start();
    go(path);
    expect(asked).toEqual([to]);
    expect(drawn).toEqual([]);
  });

  test.each(['/', '/auth/login', '/auth/registration'])(
    'signed in at %s → /wallet, replacing',
    async (path) => {
      const { go, asked, drawn } = await startSignedIn();
      go(path);
      expect(asked).toEqual(['/wallet']);
      expect(drawn).toEqual(['wallet']);
    },
  );

  test('an unknown address is told to both', async () => {
    const signedOut = start();
    signedOut.go('/nowhere');
    expect(signedOut.drawn).toEqual(['notFound']);
    const signedIn = await startSignedIn();
    signedIn.go('/nowhere');
    expect(signedIn.drawn).toEqual(['wallet', 'notFound']);
    expect([...signedOut.asked, ...signedIn.asked]).toEqual([]);
  });

  test('going back to a protected address is refused as often as it is tried', () => {
    const { go, asked, drawn } = start();
    go('/wallet');
    go('/auth/login');
    go('/wallet');
    go('/auth/login');
    expect(asked).toEqual(['/auth/login', '/auth/login']);
    expect(drawn).toEqual(['login']);
  });
});

describe('after signing in', () => {
  test('a person comes to the wallet, and the session is kept', async () => {
    const { go, signIn, asked, stored, drawn } = start();
    go('/auth/login');
    await signIn(vera);
    expect(asked).toEqual(['/wallet']);
    expect(stored).toEqual([`store ${vera.token}`]);
    go('/wallet');
    expect(drawn).toEqual(['login', 'wallet']);
  });

  test('a person comes back to where they were going', async () => {
    const { go, signIn, asked, now } = start();
    go('/wallet', '?token=ZST');
    go('/auth/login');
    expect(selectReturnAddress(now())).toBe('protected');
    await signIn(vera);
    expect(asked).toEqual(['/auth/login', '/wallet?token=ZST']);
    go('/wallet', '?token=ZST');
    go('/auth/login');
    expect(asked.at(-1)).toBe('/wallet');
  });

  test('an address that the login leads to is used once, also before its page is shown', async () => {
    const { go, signIn, asked, now } = start();
    go('/wallet', '?token=ZST');
    go('/auth/login');
    await signIn(vera);
    expect(asked.at(-1)).toBe('/wallet?token=ZST');
    expect(now().context.returnTo).toBeNull();
    go('/auth/registration');
    expect(asked.at(-1)).toBe('/wallet');
  });

  describe('on the way to another page', () => {
    /** At the wallet after a login that the news were asked for before. */
    async function arrived() {
      const it = start();
      it.go('/news', '?page=2');
      it.go('/auth/login');
      await it.signIn(vera);
      it.go('/wallet');
      return it;
    }
    const asked = { address: '/news?page=2', page: 'news' };

    test('a person comes to the wallet, and is offered to go on', async () => {
      const it = await arrived();
      expect(it.asked).toEqual(['/auth/login', '/wallet']);
      expect(selectOnward(it.now())).toEqual(asked);
    });

    test('another login screen, the home address and a look at prices keep the offer', async () => {
      const it = await arrived();
      it.go('/');
      it.go('/wallet', '?prices=ZST');
      it.go('/auth/login');
      it.go('/wallet');
      expect(selectOnward(it.now())).toEqual(asked);
    });

    test('who declines is not asked again', async () => {
      const it = await arrived();
      it.actor.send({ type: 'onward.declined' });
      it.go('/wallet');
      expect(selectOnward(it.now())).toBeNull();
    });

    test.each(['/news', '/nowhere'])('who goes to %s is not asked again', async (path) => {
      const it = await arrived();
      it.go(path);
      it.go('/wallet');
      expect(selectOnward(it.now())).toBeNull();
    });

    test('who logs out is not asked again', async () => {
      const it = await arrived();
      it.actor.getSnapshot().context.signedIn?.send({ type: 'signOut.requested' });
      it.revoke.last().answer();
      await settled();
      it.go('/auth/login');
      expect(selectReturnAddress(it.now())).toBeNull();
      await it.signIn(vera);
      it.go('/wallet');
      expect(selectOnward(it.now())).toBeNull();
    });

    test('a session that ends in the wallet takes nothing away', async () => {
      const it = await arrived();
      it.fromElsewhere({ type: 'session.ended', token: vera.token });
      it.go('/auth/login');
      await it.signIn({ ...vera, token: 'newer' });
      it.go('/wallet');
      expect(selectOnward(it.now())).toEqual(asked);
    });

    test.each([
      ['somebody else', oleg],
      ['somebody without an id', { ...oleg, user: { ...oleg.user, id: null } }],
    ])('%s who logs in in another tab is offered nothing', async (_, other) => {
      const it = await arrived();
      it.fromElsewhere({ type: 'session.opened', session: other });
      expect(selectOnward(it.now())).toBeNull();
      it.verify.last().answer(other.user);
      await settled();
      expect(selectOnward(it.now())).toBeNull();
    });

    test('people without an id cannot be told apart: the page is offered, and nothing of what was asked of it', async () => {
      const unnamed = { ...vera, user: { ...vera.user, id: null } };
      const it = start();
      it.go('/auth/login');
      await it.signIn(unnamed);
      it.go('/news', '?page=2');
      it.fromElsewhere({ type: 'session.ended', token: unnamed.token });
      it.go('/auth/login');
      expect(selectReturnAddress(it.now())).toBe('ended');
      await it.signIn({ ...unnamed, token: 'newer' });
      it.go('/wallet');
      expect(selectOnward(it.now())).toEqual({ address: '/news', page: 'news' });
    });

    test('who has closed their account is told so, and nobody who logs in then is asked to go on', async () => {
      const it = start(null, { returnTo: null, endedUserId: closedAccount });
      it.go('/auth/login');
      expect(selectReturnAddress(it.now())).toBe('closed');
      await it.signIn(vera);
      it.go('/wallet');
      expect(selectOnward(it.now())).toBeNull();
    });

    test('a page that a stored session was opened at is where one stays', async () => {
      const it = start(vera);
      it.go('/news', '?page=2');
      it.verify.last().answer(vera.user);
      await settled();
      expect(it.asked).toEqual([]);
      expect(selectOnward(it.now())).toBeNull();
    });
  });

  test.each(['//wallet', '/\\wallet'])('no address leads to another site: %s', async (path) => {
    const { actor, go, signIn, asked } = start();
    const route: Route = { name: 'wallet', access: 'signedIn', area: 'wallet', params: {} };
    actor.send({ type: 'location.changed', location: { path, search: '', route } });
    go('/auth/login');
    await signIn(vera);
    expect(asked).toEqual(['/auth/login', '/wallet']);
  });

  test('someone else does not come to where the one before them was', async () => {
    const { go, signIn, asked, fromElsewhere } = await startSignedIn();
    go('/wallet', '?token=ZST');
    fromElsewhere({ type: 'session.ended', token: vera.token });
    go('/auth/login');
    await signIn(oleg);
    expect(asked).toEqual(['/auth/login', '/wallet']);
  });

  test('the same person does', async () => {
    const { go, signIn, asked, fromElsewhere } = await startSignedIn();
    go('/wallet', '?token=ZST');
    fromElsewhere({ type: 'session.ended', token: vera.token });
    go('/auth/login');
    await signIn({ ...vera, token: 'newer' });
    expect(asked).toEqual(['/auth/login', '/wallet?token=ZST']);
  });
});

describe('the end of a session', () => {
  test('a token that the provider no longer takes ends it, with the reads that were on their way', async () => {
    const { go, fromElsewhere, wallet, stored, asked, drawn, now } = await startSignedIn();
    fromElsewhere({ type: 'session.ended', token: vera.token });
    expect(wallet.last().signal.aborted).toBe(true);
    expect(stored.at(-1)).toBe(`clear ${vera.token}`);
    expect(asked).toEqual(['/auth/login']);
    go('/auth/login');
    expect(drawn).toEqual(['wallet', 'login']);
    expect(selectReturnAddress(now())).toBe('ended');
    expect(now().context.session).toBeNull();
  });

  test.each(['/terms', '/privacy', '/nowhere'])(
    'leads from %s to the login; signed out, that page may be opened again',
    async (path) => {
      const { go, fromElsewhere, asked, now } = await startSignedIn();
      go(path);
      fromElsewhere({ type: 'session.ended', token: vera.token });
      expect([asked, selectScreen(now())]).toEqual([['/auth/login'], null]);
      go('/auth/login');
      expect(selectReturnAddress(now())).toBe('ended');
      go(path);
      expect([asked.length, selectScreen(now())?.access]).toEqual([1, 'any']);
    },
  );

  test('leads from the terms to the login also when a stored session is refused', async () => {
    const { verify, go, asked, drawn } = start(vera);
    go('/terms');
    verify.last().fail('UNAUTHENTICATED');
    await settled();
    expect([asked, drawn]).toEqual([['/auth/login'], []]);
  });

  test.each([
    ['/not-me', 'notMe'],
    ['/recover', 'recover'],
  ])('leaves %s where it is, because what was done there is told there', async (path, name) => {
    const { go, fromElsewhere, asked, now } = await startSignedIn();
    go(path);
    fromElsewhere({ type: 'session.ended', token: vera.token });
    expect([asked, selectScreen(now())?.name]).toEqual([[], name]);
  });

  test('a late 401 of an older token ends nothing', async () => {
    const { fromElsewhere, stored, now } = await startSignedIn();
    fromElsewhere({ type: 'session.ended', token: 'older' });
    expect(now().matches('signedIn')).toBe(true);
    expect(stored).toEqual([`store ${vera.token}`]);
  });
});

describe('signing out', () => {
  test('clears before it asks the provider, then leads to the login', async () => {
    const { actor, go, revoke, stored, asked, now } = await startSignedIn();
    actor.getSnapshot().context.signedIn?.send({ type: 'signOut.requested' });
    expect(stored.at(-1)).toBe(`clear ${vera.token}`);
    expect(revoke.last().input).toEqual({ token: vera.token });
    expect(selectScreen(now())).toBeNull();
    revoke.last().answer();
    await settled();
    expect(asked).toEqual(['/auth/login']);
    go('/auth/login');
    expect(selectScreen(now())?.name).toBe('login');
    expect(selectReturnAddress(now())).toBeNull();
  });

  test('asked for twice, the provider hears it once', async () => {
    const { actor, revoke } = await startSignedIn();
    actor.getSnapshot().context.signedIn?.send({ type: 'signOut.requested' });
    actor.getSnapshot().context.signedIn?.send({ type: 'signOut.requested' });
    expect(revoke.calls).toHaveLength(1);
  });

  test('a provider that does not answer holds nobody for more than three seconds, and that is told', async () => {
    const { actor, clock, asked, toasts, revoke } = await startSignedIn();
    actor.getSnapshot().context.signedIn?.send({ type: 'signOut.requested' });
    clock.increment(2999);
    expect(asked).toEqual([]);
    clock.increment(1);
    expect(asked).toEqual(['/auth/login']);
    expect(toasts().map(({ key }) => key)).toEqual(['signOutUnconfirmed']);
    expect(revoke.calls).toHaveLength(1);
  });

  test('a dead line is told as well; a token that was dead already is not', async () => {
    const offline = await startSignedIn();
    offline.actor.getSnapshot().context.signedIn?.send({ type: 'signOut.requested' });
    offline.revoke.last().fail('NETWORK');
    await settled();
    expect(offline.toasts().map(({ key }) => key)).toEqual(['signOutUnconfirmed']);

    const dead = await startSignedIn();
    dead.actor.getSnapshot().context.signedIn?.send({ type: 'signOut.requested' });
    dead.revoke.last().fail('UNAUTHENTICATED');
    await settled();
    expect(dead.toasts()).toEqual([]);
    expect(dead.asked).toEqual(['/auth/login']);
  });

  test('ends what was running: a late balance reaches nobody, and the next one starts clean', async () => {
    const { actor, go, signIn, revoke, wallet, flows } = await startSignedIn();
    const veras = wallet.last();
    actor.getSnapshot().context.signedIn?.send({ type: 'signOut.requested' });
    expect(veras.signal.aborted).toBe(true);
    revoke.last().answer();
    await settled();
    go('/auth/login');
    await signIn(oleg);
    go('/wallet');
    veras.answer({ data: {} as Wallet, loadedAt: 0 });
    await settled();
    expect(flows('wallet')?.wallet?.getSnapshot().context.data).toBeNull();
    expect(wallet.calls).toHaveLength(2);
  });

  test('takes what was told to them along', async () => {
    const { actor, toasts, now } = await startSignedIn();
    now().context.toasts.send({
      type: 'toast.raised',
      toast: { tone: 'plain', key: 'languageUnavailable', values: {} },
    });
    expect(toasts()).toHaveLength(1);
    actor.getSnapshot().context.signedIn?.send({ type: 'signOut.requested' });
    expect(toasts()).toEqual([]);
  });

  test('the login form comes back empty', async () => {
    const { actor, go, signIn, revoke, now } = start();
    go('/auth/login');
    await signIn(vera);
    go('/wallet');
    actor.getSnapshot().context.signedIn?.send({ type: 'signOut.requested' });
    revoke.last().answer();
    await settled();
    go('/auth/login');
    const flow = now().children.signedOut?.getSnapshot().children.signIn;
    expect(flow?.getSnapshot().context.values).toEqual({ email: '', password: '', remember: false });
  });
});

describe('another tab', () => {
  test('signs in: this one asks the provider, then opens where it was going; it stores nothing of its own', async () => {
    const { go, fromElsewhere, verify, asked, drawn } = start();
    go('/wallet');
    go('/auth/login');
    fromElsewhere({ type: 'session.opened', session: vera });
    expect(verify.last().input).toEqual({ token: vera.token });
    expect(drawn).toEqual(['login']);
    verify.last().answer(vera.user);
    await settled();
    expect(asked).toEqual(['/auth/login', '/wallet']);
  });

  test('signs in as someone else: nothing of the first person is left', async () => {
    const { fromElsewhere, verify, wallet, stored, now } = await startSignedIn();
    fromElsewhere({ type: 'session.opened', session: oleg });
    expect(wallet.at(0).signal.aborted).toBe(true);
    expect(stored.at(-1)).toBe(`clear ${vera.token}`);
    expect(selectScreen(now())).toBeNull();
    verify.last().answer(oleg.user);
    await settled();
    expect(now().context.session).toEqual(oleg);
    expect(wallet.calls).toHaveLength(2);
  });

  test('signs in anew as the same person: this one goes on with the newer token', async () => {
    const { fromElsewhere, wallet, now } = await startSignedIn();
    fromElsewhere({ type: 'session.opened', session: { ...vera, token: 'newer' } });
    expect(now().matches({ signedIn: 'showing' })).toBe(true);
    expect(now().context.session?.token).toBe('newer');
    expect(wallet.calls).toHaveLength(1);
    fromElsewhere({ type: 'session.ended', token: vera.token });
    expect(now().matches('signedIn')).toBe(true);
  });

  test('signs in while this one is being verified: only the newer session counts', async () => {
    const { go, fromElsewhere, verify, now } = start(vera);
    go('/wallet');
    fromElsewhere({ type: 'session.opened', session: oleg });
    verify.at(0).answer(vera.user);
    await settled();
    expect(now().value).toBe('verifying');
    verify.last().answer(oleg.user);
    await settled();
    expect(now().context.session).toEqual(oleg);
  });

  test('signs in while this one signs out: the new session is opened', async () => {
    const { actor, fromElsewhere, verify, now } = await startSignedIn();
    actor.getSnapshot().context.signedIn?.send({ type: 'signOut.requested' });
    fromElsewhere({ type: 'session.opened', session: oleg });
    verify.last().answer(oleg.user);
    await settled();
    expect(now().context.session).toEqual(oleg);
  });

  test('signs in before this one knows where it stands', async () => {
    const { go, fromElsewhere, verify, now } = start();
    fromElsewhere({ type: 'session.opened', session: vera });
    go('/wallet');
    verify.last().answer(vera.user);
    await settled();
    expect(now().context.session).toEqual(vera);
  });
});

test('a changed profile is kept; that of someone else is not', async () => {
  const { actor, stored, now } = await startSignedIn();
  actor.send({ type: 'profile.changed', user: { ...vera.user, first_name: 'Verochka' } });
  expect(now().context.session?.user.first_name).toBe('Verochka');
  expect(stored).toHaveLength(2);
  actor.send({ type: 'profile.changed', user: oleg.user });
  expect(now().context.session?.user.id).toBe(vera.user.id);
});

test('a new status of the verification is kept once, beside what else of the person changed', async () => {
  const { actor, stored, now } = await startSignedIn();
  actor.send({ type: 'profile.changed', user: { ...vera.user, first_name: 'Verochka' } });
  actor.send({ type: 'kycStatus.changed', status: 'pending' });
  actor.send({ type: 'kycStatus.changed', status: 'pending' });
  const user = { ...vera.user, first_name: 'Verochka', kyc_status: 'pending' };
  expect(now().context.session?.user).toEqual(user);
  expect(stored).toHaveLength(3);
});

describe('who has not agreed to the terms', () => {
  const asked = { page: 'terms', layout: 'signedOut' };

  test('is asked after the login, wherever they go; once agreed, is where they were going', async () => {
    const { go, signIn, now, actor, wallet, drawn, stored } = start();
    go('/auth/login');
    await signIn(newcomer);
    go('/wallet');
    for (const path of ['/wallet', '/transactions/history', '/wallet']) {
      go(path);
      expect([selectPageAddress(now()), selectScreen(now())]).toEqual([asked, null]);
    }
    expect([drawn, wallet.calls.length]).toEqual([['login'], 0]);
    actor.send({ type: 'profile.changed', user: { ...newcomer.user, terms: agreed } });
    await settled();
    expect(selectPageAddress(now())).toEqual({ page: 'wallet', layout: 'signedIn' });
    expect(drawn).toEqual(['login', 'wallet']);
    expect(stored).toEqual([`store ${vera.token}`, `store ${vera.token}`]);
    go('/transactions/history');
    expect(selectPageAddress(now())?.page).toBe('history');
  });

  test('is asked after a reload too, may read the pages for everybody, and log out', async () => {
    const { go, now, actor, asked: navigations } = await startSignedIn(newcomer);
    expect(selectPageAddress(now())).toEqual(asked);
    go('/terms');
    expect([selectPageAddress(now()), selectIsAskedForTerms(now())]).toEqual([asked, true]);
    go('/nowhere');
    expect(selectPageAddress(now())).toEqual({ page: 'notFound', layout: 'signedOut' });
    actor.send({ type: 'signOut.confirmed' });
    expect(now().value).toBe('signingOut');
    expect(navigations).toEqual([]);
  });

  test('by an older version is asked; with the one in force, or where a provider tells of none, nobody is', async () => {
    const older = { ...agreed, accepted: '2025-01-01' };
    for (const [terms, page] of [
      [older, 'terms'],
      [agreed, 'wallet'],
      [undefined, 'wallet'],
    ] as const) {
      const { now } = await startSignedIn({ ...vera, user: { ...vera.user, terms } });
      expect(selectPageAddress(now())?.page).toBe(page);
    }
  });

  test('hears of it at the next page, not in the middle of one; another tab’s agreement counts here', async () => {
    const { go, now, actor, fromElsewhere } = await startSignedIn({
      ...vera,
      user: { ...vera.user, terms: agreed },
    });
    const raised = { ...vera.user, terms: { ...agreed, version: '2027-01-01' } };
    actor.send({ type: 'profile.changed', user: raised });
    expect(selectPageAddress(now())).toEqual({ page: 'wallet', layout: 'signedIn' });
    go('/transactions/history');
    expect(selectPageAddress(now())).toEqual(asked);
    const user = { ...raised, terms: { ...raised.terms, accepted: '2027-01-01' } };
    fromElsewhere({ type: 'session.opened', session: { ...vera, user } });
    expect(selectPageAddress(now())).toEqual({ page: 'history', layout: 'signedIn' });
  });
});

describe('a screen that asks for another address', () => {
  const request = { type: 'address.requested', to: '/transactions/history?q=ab' } as const;

  test('of its own is led there, in place of the one it had', async () => {
    const { actor, go, asked } = await startSignedIn();
    go('/transactions/history');
    actor.send(request);
    expect(asked).toEqual(['/transactions/history?q=ab']);
  });

  test('after it was left leads nobody back', async () => {
    const { actor, go, asked } = await startSignedIn();
    go('/transactions/history');
    go('/wallet');
    actor.send(request);
    expect(asked).toEqual([]);
  });

  test('hears what stands behind its path, and asks through its owner', async () => {
    const { flows, go, clock, asked } = await startSignedIn();
    go('/transactions/history', '?kind=send&page=2');
    await settled();
    expect(flows('history')?.history?.getSnapshot().context.key).toBe('kind=send&page=2');
    go('/transactions/history', '?kind=send&id=7');
    expect(flows('history')?.history?.getSnapshot().context.key).toBe('kind=send&page=1');
    expect(flows('history')?.historyDetails?.getSnapshot().context.key).toBe('7');
    flows('history')?.historyView?.send({ type: 'filter.typed', name: 'q', value: 'ab' });
    clock.increment(350);
    expect(asked).toEqual(['/transactions/history?kind=send&q=ab']);
  });
});

describe('signing out while money may be moving', () => {
  const lock = (isLocked: boolean) => ({ type: 'lock.changed', flow: 'exchange', isLocked }) as const;

  test('is asked for first; declined, nothing has changed; confirmed, it aborts nothing of its own', async () => {
    const { actor, now, stored, revoke } = await startSignedIn();
    actor.getSnapshot().context.signedIn?.send(lock(true));
    actor.getSnapshot().context.signedIn?.send({ type: 'signOut.requested' });
    expect(now().context.signedIn?.getSnapshot().hasTag('confirmingSignOut')).toBe(true);
    expect(selectScreen(now())?.name).toBe('wallet');
    actor.getSnapshot().context.signedIn?.send({ type: 'signOut.declined' });
    expect(now().matches({ signedIn: 'showing' })).toBe(true);
    expect(revoke.calls).toHaveLength(0);
    actor.getSnapshot().context.signedIn?.send({ type: 'signOut.requested' });
    actor.getSnapshot().context.signedIn?.send({ type: 'signOut.confirmed' });
    expect(stored.slice(-2)).toEqual(['forget flows', `clear ${vera.token}`]);
    expect(revoke.calls).toHaveLength(1);
  });

  test('needs no question once it is over', async () => {
    const { actor, now } = await startSignedIn();
    actor.getSnapshot().context.signedIn?.send(lock(true));
    actor.getSnapshot().context.signedIn?.send(lock(false));
    actor.getSnapshot().context.signedIn?.send({ type: 'signOut.requested' });
    expect(now().matches('signingOut')).toBe(true);
  });

  test('a session that ends by itself keeps what the flows have kept', async () => {
    const { actor, fromElsewhere, stored } = await startSignedIn();
    actor.getSnapshot().context.signedIn?.send(lock(true));
    fromElsewhere({ type: 'session.ended', token: vera.token });
    expect(stored).not.toContain('forget flows');
  });
});
