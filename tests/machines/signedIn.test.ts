import { describe, expect, test } from 'vitest';
import {
  type ActorRefFrom,
  type AnyActorLogic,
  type AnyEventObject,
  createActor,
  fromCallback,
  fromPromise,
  SimulatedClock,
} from 'xstate';
import { CallError } from '../../contract/failure.ts';
import type { Loaded, ReadRequest } from '../../contract/reading.ts';
import type { User } from '../../contract/user.ts';
import type { Hold, Wallet } from '../../contract/wallet.ts';
import type { AreaName } from '../../src/machines/core/location.ts';
import { toastsMachine } from '../../src/machines/core/toastsMachine.ts';
import { historyArea } from '../../src/machines/history/historyArea.ts';
import { cameraMachine } from '../../src/machines/kyc/cameraMachine.ts';
import { kycArea } from '../../src/machines/kyc/kycArea.ts';
import { kycMachine } from '../../src/machines/kyc/kycMachine.ts';
import type { VerificationRead } from '../../src/machines/kyc/kycSteps.ts';
import { preparationMachine } from '../../src/machines/kyc/preparationMachine.ts';
import { signedInMachine } from '../../src/machines/shell/signedInMachine.ts';
import { areaLoader } from '../../src/machines/shell/signedInSetup.ts';
import {
  accountMachine,
  holdsMachine,
  walletArea,
  walletMachine,
} from '../../src/machines/wallet/walletArea.ts';
import { failure, manualCall, settled } from '../support/actors.ts';
import { shown, signedInInput, signedInWith } from '../support/areas.ts';
import { expectSound } from '../support/paths.ts';
import { vera } from '../support/people.ts';
import { full, readOf, verificationOf } from '../support/verifications.ts';

const toasts = createActor(toastsMachine, { input: { now: () => 0 } });
const input = signedInInput(() => 0, toasts);

test('every state of what loads code is reached, and can be left', () => {
  expectSound(areaLoader.provide({ actions: { reportLoaded: () => {} } }), {
    input: { name: 'wallet', shown: shown('wallet', 'wallet') },
    events: [shown('wallet', 'wallet'), { type: 'code.requested' }],
    answers: {
      loadCode: {
        done: [fromPromise(() => new Promise(() => {}))],
        error: [new CallError(failure('NETWORK'))],
      },
    },
  });
});

test('every state of the signed-in person is reached, and can be left', () => {
  const { actors } = signedInWith({}).implementations;
  expectSound(
    signedInMachine.provide({
      actors,
      actions: { outdateData: () => {}, signOut: () => {}, passOn: () => {} },
    }),
    {
      input,
      events: [
        shown('wallet', 'wallet'),
        { type: 'palette.requested', part: 'commands' },
        { type: 'lock.changed', flow: 'exchange', isLocked: true },
        { type: 'lock.changed', flow: 'exchange', isLocked: false },
        { type: 'update.accepted' },
        { type: 'currencies.told', rates: [] },
        { type: 'signOut.requested' },
        { type: 'sentPayment.found' },
        { type: 'sentPayment.missing' },
        { type: 'signOut.confirmed' },
        { type: 'signOut.declined' },
      ],
      answers: {
        watchBalanceChannel: {},
        followEmailLink: { done: [null] },
        watchConnection: {},
        findSentPayment: {},
        header: {},
        currency: {},
      },
      distinguish: ({ context }) => [context.lockedFlows, context.shown !== null],
    },
  );
});

const empty: Wallet = {
  currency: 'USDT',
  total: '0',
  available: '0',
  pending: '0',
  frozen: '0',
  as_of: '2026-11-20T12:00:00.000Z',
  tokens: [],
};

function start() {
  const clock = new SimulatedClock();
  const wallet = manualCall<Loaded<Wallet>, ReadRequest>();
  const holds = manualCall<Loaded<readonly Hold[]>, ReadRequest>();
  const account = manualCall<Loaded<User>, ReadRequest>();
  const reported: AnyEventObject[] = [];
  let outdated = 0;
  let tellMoved: () => void = () => {};
  let tellConnection: (change: 'lost' | 'restored') => void = () => {};
  const logic = signedInWith({
    wallet: walletArea.provide({
      actors: {
        wallet: walletMachine.provide({ actors: { load: wallet.logic } }),
        holds: holdsMachine.provide({ actors: { load: holds.logic } }),
        account: accountMachine.provide({ actors: { load: account.logic } }),
      },
    }),
    history: historyArea,
  }).provide({
    actors: {
      watchBalanceChannel: fromCallback<AnyEventObject>(({ sendBack }) => {
        tellMoved = () => sendBack({ type: 'money.moved' });
      }),
      watchConnection: fromCallback<AnyEventObject>(({ sendBack }) => {
        tellConnection = (change) => sendBack({ type: `connection.${change}` });
      }),
    },
    actions: { passOn: (_, report) => reported.push(report), outdateData: () => void outdated++ },
  });
  const actor = createActor(logic, {
    clock,
    input: signedInInput(() => clock.now(), toasts),
  }).start();
  const show = async (name: 'wallet' | 'history' | 'notFound', search = '') => {
    actor.send(shown(name, name === 'notFound' ? null : name, search));
    await settled();
  };
  const flows = () => actor.getSnapshot().context.areas.wallet?.getSnapshot().children;
  return {
    actor,
    clock,
    wallet,
    holds,
    account,
    reported,
    /** How often everything that was read became old. */
    outdated: () => outdated,
    show,
    flows,
    tellMoved: () => tellMoved(),
    tellConnection: (change: 'lost' | 'restored') => tellConnection(change),
  };
}

describe('the wallet', () => {
  test('nothing is read before it is shown, then all parts at once', async () => {
    const { show, wallet, holds, account } = start();
    await show('notFound');
    expect([wallet.calls, holds.calls, account.calls]).toEqual([[], [], []]);
    await show('wallet');
    expect([wallet.calls.length, holds.calls.length, account.calls.length]).toEqual([1, 1, 1]);
  });

  test('shown again when it is old, all are read anew; when it is fresh, none', async () => {
    const { show, clock, wallet, holds, account } = start();
    await show('wallet');
    wallet.last().answer({ data: empty, loadedAt: 0 });
    holds.last().answer({ data: [], loadedAt: 0 });
    account.last().answer({ data: vera.user, loadedAt: 0 });
    await settled();
    await show('wallet');
    expect([wallet.calls.length, holds.calls.length, account.calls.length]).toEqual([1, 1, 1]);
    clock.increment(300_000);
    await show('wallet');
    expect([wallet.calls.length, holds.calls.length, account.calls.length]).toEqual([2, 2, 2]);
  });

  test('the holds fail alone', async () => {
    const { show, wallet, holds, flows } = start();
    await show('wallet');
    wallet.last().answer({ data: empty, loadedAt: 0 });
    holds.last().fail('NOT_FOUND');
    await settled();
    expect(flows()?.wallet?.getSnapshot().value).toEqual({ ready: 'fresh' });
    expect(flows()?.holds?.getSnapshot().value).toBe('failed');
  });

  test('the account that was read with it is reported', async () => {
    const { show, account, reported } = start();
    await show('wallet');
    account.last().answer({ data: { ...vera.user, status: 'frozen' }, loadedAt: 0 });
    await settled();
    expect(reported).toEqual([{ type: 'profile.changed', user: { ...vera.user, status: 'frozen' } }]);
  });

  test('money that moved in another tab makes it read anew', async () => {
    const { show, wallet, holds, tellMoved, outdated } = start();
    await show('wallet');
    wallet.last().answer({ data: empty, loadedAt: 0 });
    holds.last().answer({ data: [], loadedAt: 0 });
    await settled();
    tellMoved();
    expect([wallet.calls.length, holds.calls.length]).toEqual([2, 2]);
    expect(wallet.last().input).toEqual({ key: 'wallet', fresh: true });
    expect(outdated()).toBe(1);
  });

  test('own limits that were changed make it read anew', async () => {
    const { actor, show, wallet, outdated } = start();
    await show('wallet');
    wallet.last().answer({ data: empty, loadedAt: 0 });
    await settled();
    actor.send({ type: 'limits.changed' });
    expect(wallet.last().input).toEqual({ key: 'wallet', fresh: true });
    expect([wallet.calls.length, outdated()]).toEqual([2, 1]);
  });
});

test('the camera of a verification goes off when another page comes', async () => {
  const seen: string[] = [];
  const kyc = kycMachine.provide({
    actors: {
      readVerification: fromPromise<VerificationRead, void>(() =>
        Promise.resolve(readOf(verificationOf('inProgress', full.slice(0, 2)))),
      ),
      preparation: preparationMachine.provide({
        actors: {
          camera: cameraMachine.provide({
            actors: {
              watchCamera: fromCallback(() => {
                seen.push('on');
                return () => seen.push('off');
              }),
            },
          }),
        },
        actions: { keepRecord: () => {} },
      }),
    },
    actions: { keepRecord: () => {} },
  });
  const { actors } = signedInWith({ kyc: kycArea.provide({ actors: { kyc } }) }).implementations;
  const actor = createActor(
    signedInMachine.provide({ actors, actions: { outdateData: () => {}, passOn: () => {} } }),
    { input },
  ).start();
  actor.send(shown('kyc', 'kyc'));
  await settled();
  const { preparation } =
    (actor.getSnapshot().context.areas.kyc as ActorRefFrom<typeof kycArea>)
      .getSnapshot()
      .children.kyc?.getSnapshot().children ?? {};
  preparation?.send({ type: 'step.requested', step: 'selfie' });
  preparation?.getSnapshot().children.camera?.send({ type: 'camera.opened' });
  // Another query of the same page is not another page.
  actor.send(shown('kyc', 'kyc', '?step=selfie'));
  expect(seen).toEqual(['on']);
  actor.send(shown('wallet', 'wallet'));
  expect(seen).toEqual(['on', 'off']);
});

test('confirmations are shown where their transaction is, and nothing is read for them', async () => {
  const { show, wallet, holds, account, actor, flows, outdated } = start();
  await show('wallet');
  const held: Hold = {
    ...{ token: 'USDT', amount: '5', kind: 'deposit', operation_id: 't-1' },
    ...{ since: empty.as_of, until: null, confirmations: { seen: 3, needed: 12 } },
  };
  wallet.last().answer({ data: empty, loadedAt: 0 });
  holds.last().answer({ data: [held, { ...held, operation_id: 't-2' }], loadedAt: 0 });
  account.last().answer({ data: vera.user, loadedAt: 0 });
  await settled();
  actor.send({ type: 'confirmations.arrived', id: 't-1', seen: 4, needed: 12 });
  expect(flows()?.holds?.getSnapshot().context.data).toEqual([
    { ...held, confirmations: { seen: 4, needed: 12 } },
    { ...held, operation_id: 't-2' },
  ]);
  expect([wallet.calls.length, holds.calls.length, account.calls.length]).toEqual([1, 1, 1]);
  // Another page of what was read before is old.
  expect(outdated()).toBe(1);
});

describe('without a line that is said; with it again', () => {
  async function back() {
    const it = start();
    await it.show('wallet');
    it.wallet.last().answer({ data: empty, loadedAt: 0, failure: failure('NETWORK') });
    it.holds.last().answer({ data: [], loadedAt: 0 });
    it.account.last().answer({ data: vera.user, loadedAt: 0 });
    await settled();
    it.tellConnection('lost');
    const { standing } = it.actor.getSnapshot().context.signedIn;
    expect(standing.getSnapshot().context.isOffline).toBe(true);
    it.clock.increment(60_000);
    expect([it.wallet.calls.length, it.outdated()]).toEqual([1, 0]);
    it.tellConnection('restored');
    expect(standing.getSnapshot().context.isOffline).toBe(false);
    const reads = () => [it.wallet.calls.length, it.holds.calls.length, it.account.calls.length];
    return { ...it, reads };
  }

  test('everything is read anew when the stream tells again, and once', async () => {
    const { actor, clock, reads, outdated } = await back();
    expect(reads()).toEqual([1, 1, 1]);
    actor.send({ type: 'line.restored' });
    clock.increment(60_000);
    expect([reads(), outdated()]).toEqual([[2, 2, 2], 1]);
  });

  test('everything is read after three seconds without the stream, and again when it comes', async () => {
    const { actor, clock, reads, outdated, wallet, holds, account } = await back();
    clock.increment(2_999);
    expect(reads()).toEqual([1, 1, 1]);
    clock.increment(1);
    expect([reads(), outdated()]).toEqual([[2, 2, 2], 1]);
    wallet.last().answer({ data: empty, loadedAt: 0 });
    holds.last().answer({ data: [], loadedAt: 0 });
    account.last().answer({ data: vera.user, loadedAt: 0 });
    await settled();
    actor.send({ type: 'line.restored' });
    expect([reads(), outdated()]).toEqual([[3, 3, 3], 2]);
  });

  test('nothing is read when it is lost at once once more', async () => {
    const { clock, reads, tellConnection } = await back();
    tellConnection('lost');
    clock.increment(60_000);
    expect(reads()).toEqual([1, 1, 1]);
  });
});

test('frozen and released by an operator, balances and account are read anew each time, and once', async () => {
  const { show, wallet, holds, account, actor, outdated } = start();
  const reads = () => [wallet.calls.length, holds.calls.length, account.calls.length];
  const answer = async (status: User['status']) => {
    wallet.last().answer({ data: empty, loadedAt: 0 });
    holds.last().answer({ data: [], loadedAt: 0 });
    account.last().answer({ data: { ...vera.user, status }, loadedAt: 0 });
    await settled();
  };
  await show('wallet');
  await answer('active');
  actor.send({ type: 'account.told', isFrozen: false });
  expect(reads()).toEqual([1, 1, 1]);
  actor.send({ type: 'account.told', isFrozen: true });
  expect(reads()).toEqual([2, 2, 2]);
  await answer('frozen');
  actor.send({ type: 'account.told', isFrozen: true });
  expect(reads()).toEqual([2, 2, 2]);
  actor.send({ type: 'account.told', isFrozen: false });
  await answer('active');
  expect(reads()).toEqual([3, 3, 3]);
  expect(outdated()).toBe(2);
});

describe('a log-out', () => {
  const asking = (answer: 'sentPayment.found' | 'sentPayment.missing') => {
    const told: string[] = [];
    const findSentPayment = fromCallback<AnyEventObject>(({ sendBack }) => sendBack({ type: answer }));
    const actor = createActor(
      signedInWith({}).provide({
        actors: { findSentPayment },
        actions: { signOut: () => told.push('signed out') },
      }),
      { input },
    ).start();
    actor.send({ type: 'signOut.requested' });
    return { actor, told };
  };

  test('asks first while another tab, or an earlier visit, has sent money', () => {
    const { actor, told } = asking('sentPayment.found');
    expect([actor.getSnapshot().hasTag('confirmingSignOut'), told]).toEqual([true, []]);
    actor.send({ type: 'signOut.declined' });
    expect(actor.getSnapshot().hasTag('confirmingSignOut')).toBe(false);
    actor.send({ type: 'signOut.requested' });
    actor.send({ type: 'signOut.confirmed' });
    expect(told).toEqual(['signed out']);
  });

  test('does not ask when nothing was sent', () => {
    expect(asking('sentPayment.missing').told).toEqual(['signed out']);
  });
});

test('a person who was read before a freeze was told does not undo it, whatever else they bring; one read after it does', () => {
  const { actor, clock, reported } = start();
  const isFrozen = () => actor.getSnapshot().context.signedIn.standing.getSnapshot().context.isFrozen;
  clock.increment(1000);
  actor.send({ type: 'account.told', isFrozen: true });
  clock.increment(1000);
  const older = { ...vera.user, kyc_status: 'pending', status: 'active' } as const;
  actor.send({ type: 'profile.changed', user: older, readAt: 999 });
  expect(isFrozen()).toBe(true);
  expect(reported).toEqual([{ type: 'profile.changed', user: { ...older, status: 'frozen' } }]);
  actor.send({ type: 'profile.changed', user: older, readAt: 1001 });
  expect(isFrozen()).toBe(false);
  actor.send({ type: 'profile.changed', user: { ...older, status: 'frozen' } });
  expect(isFrozen()).toBe(true);
});

test('an area whose code does not come is asked for again, and opens with what was asked of it last', async () => {
  const clock = new SimulatedClock();
  const load = manualCall<AnyActorLogic, { readonly name: AreaName }>();
  const actor = createActor(
    signedInWith({}).provide({
      actors: { areaLoader: areaLoader.provide({ actors: { loadCode: load.logic } }) },
    }),
    { clock, input: signedInInput(() => clock.now(), toasts) },
  ).start();
  const asked = () => load.calls.filter(({ input: { name } }) => name === 'history');
  actor.send(shown('history', 'history', '?page=2'));
  asked().at(-1)?.fail('NETWORK');
  await settled();
  clock.increment(999);
  expect(asked()).toHaveLength(1);
  clock.increment(1);
  expect(asked()).toHaveLength(2);
  actor.send(shown('history', 'history', '?page=3'));
  asked().at(-1)?.answer(historyArea);
  await settled();
  const { history } = actor.getSnapshot().context.areas;
  expect(history?.getSnapshot().children.history.getSnapshot().context.key).toBe('page=3');
});

test('an area whose page was left before its code came is told so, and no other area is', async () => {
  const clock = new SimulatedClock();
  const load = manualCall<AnyActorLogic, { readonly name: AreaName }>();
  const heard: string[] = [];
  const listener = (name: AreaName) =>
    fromCallback<AnyEventObject>(({ receive }) => receive(({ type }) => heard.push(`${name}: ${type}`)));
  const actor = createActor(
    signedInWith({}).provide({
      actors: { areaLoader: areaLoader.provide({ actors: { loadCode: load.logic } }) },
    }),
    { clock, input: signedInInput(() => clock.now(), toasts) },
  ).start();
  actor.send(shown('support', 'support'));
  actor.send(shown('wallet', 'wallet'));
  actor.send({ type: 'area.requested', shown: shown('wallet', 'portfolio') });
  for (const { input: asked, answer } of load.calls) answer(listener(asked.name));
  await settled();
  expect(Object.keys(actor.getSnapshot().context.areas)).toHaveLength(6);
  expect(heard).toEqual(['support: screen.left']);
});

describe('what is told to one area alone', () => {
  /** The events that the inbox and the session hear, beside a screen without an area. */
  async function listening() {
    const heard: string[] = [];
    const listener = (name: string) =>
      fromCallback<AnyEventObject>(({ receive }) => receive(({ type }) => heard.push(`${name}: ${type}`)));
    const actor = createActor(signedInWith({ inbox: listener('inbox'), session: listener('session') }), {
      input,
    }).start();
    actor.send(shown('notFound', null));
    await settled();
    heard.length = 0;
    return { actor, heard };
  }

  test.each(['notifications.read', 'inbox.opened'] as const)(
    'the inbox reads again after "%s"',
    async (type) => {
      const { actor, heard } = await listening();
      actor.send({ type });
      expect(heard).toEqual(['inbox: inbox.outdated']);
    },
  );

  test('the profile hears of a person whom another area has read', async () => {
    const heard: AnyEventObject[] = [];
    const profile = fromCallback<AnyEventObject>(({ receive }) => receive((event) => heard.push(event)));
    const logic = signedInWith({ profile }).provide({ actions: { passOn: () => {} } });
    const actor = createActor(logic, { input }).start();
    actor.send(shown('profile', 'profile'));
    await settled();
    heard.length = 0;
    actor.send({ type: 'profile.changed', user: vera.user, readAt: 5 });
    expect(heard).toEqual([{ type: 'person.read', user: vera.user, readAt: 5 }]);
  });

  test('the profile hears of a verification that was handed in', async () => {
    const heard: AnyEventObject[] = [];
    const profile = fromCallback<AnyEventObject>(({ receive }) => receive((event) => heard.push(event)));
    const logic = signedInWith({ profile }).provide({ actions: { passOn: () => {} } });
    const actor = createActor(logic, { input }).start();
    actor.send(shown('profile', 'profile'));
    await settled();
    heard.length = 0;
    actor.send({ type: 'kycStatus.changed', status: 'pending' });
    expect(heard).toEqual([{ type: 'kycStatus.changed', status: 'pending' }]);
  });

  test('a newer version is let in only while no money may be moving', async () => {
    const { actor, heard } = await listening();
    actor.send({ type: 'lock.changed', flow: 'exchange', isLocked: true });
    actor.send({ type: 'update.accepted' });
    expect(heard).toEqual([]);
    actor.send({ type: 'lock.changed', flow: 'exchange', isLocked: false });
    actor.send({ type: 'update.accepted' });
    expect(heard).toEqual(['session: update.accepted']);
  });
});
