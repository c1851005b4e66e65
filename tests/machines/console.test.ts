import { describe, expect, test } from 'vitest';
import { type AnyActorLogic, createActor, fromCallback, fromPromise, SimulatedClock } from 'xstate';
import type { FailureCode } from '../../contract/failureCodes.ts';
import type { OperatorAction, VerifiedLog } from '../../contract/operatorLog.ts';
import type { KeysetPage } from '../../contract/paging.ts';
import type { Loaded, ReadRequest } from '../../contract/reading.ts';
import type { Withdrawal } from '../../contract/withdrawals.ts';
import { checksMachine } from '../../src/machines/console/checksMachine.ts';
import {
  type AreaName,
  areasOf,
  type ConsoleOperator,
  mayCall,
} from '../../src/machines/console/consoleAreas.ts';
import { consoleMachine } from '../../src/machines/console/consoleMachine.ts';
import { areaIn, losesByClosing } from '../../src/machines/console/consoleSetup.ts';
import { type DecisionOutcome, type Sent, undoTime } from '../../src/machines/console/decision.ts';
import { logArea, logList, logPart } from '../../src/machines/console/logArea.ts';
import { type OperatorCredentials, operatorLoginForm } from '../../src/machines/console/operatorLoginForm.ts';
import {
  type WithdrawalChoice,
  type WithdrawalsAreaRef,
  withdrawalDecision,
  withdrawalList,
  withdrawalPart,
  withdrawalsArea,
} from '../../src/machines/console/withdrawalsArea.ts';
import { asChild, failure, manualCall, settled } from '../support/actors.ts';
import {
  consolePaths,
  decisionPaths,
  listPaths,
  logPaths,
  proposalPaths,
  quietConsole,
  quietDecision,
  quietLog,
  quietProposal,
  withdrawalWaiting,
} from '../support/console.ts';
import { expectSound, explore } from '../support/paths.ts';

describe('every state is reached and can be left, and every call has a way out', () => {
  test('of the console', () => expectSound(quietConsole, consolePaths, ['console.signedIn.forbidden']));
  test('of a decision', () =>
    expectSound(quietDecision, decisionPaths, ['withdrawalDecision.done', 'withdrawalDecision.proposed']));
  test('of a decision on a proposal', () =>
    expectSound(quietProposal, proposalPaths, ['proposalDecision.done', 'proposalDecision.proposed']));
  test('of a list', () => expectSound(withdrawalList, listPaths, ['withdrawalList.open']));
  test('of the log', () => expectSound(quietLog, logPaths));
});

test('an area is open only for a role that may make its call', () => {
  for (const { snapshot } of explore(quietConsole, consolePaths)) {
    const { operator } = snapshot.context;
    if (snapshot.matches({ signedIn: 'showing' }))
      expect(areasOf(operator?.role ?? '')).toContain(areaIn(snapshot.context));
    if (!snapshot.hasTag('signedIn') && !snapshot.matches('expired') && !snapshot.matches('signingOut'))
      expect(snapshot.context.operator).toBeNull();
  }
});

test.each([
  ['support', []],
  ['compliance', ['withdrawals', 'proposals', 'log']],
  ['treasury', ['withdrawals', 'proposals']],
  ['administrator', ['withdrawals', 'proposals', 'log']],
  ['janitor', []],
])('%s sees of these areas %j', (role, areas) => {
  const known = ['withdrawals', 'proposals', 'log'];
  expect(areasOf(role).filter((area) => known.includes(area))).toEqual(areas);
});

test('who may not approve is told so before the server is asked', () => {
  expect(mayCall('compliance', 'POST /withdrawals/approve')).toBe(false);
  expect(mayCall('treasury', 'POST /withdrawals/approve')).toBe(true);
});

test('nothing is sent that was not confirmed, and nothing incomplete is', () => {
  for (const { snapshot, events } of explore(quietDecision, decisionPaths)) {
    const sends = snapshot.matches({ deciding: 'sending' });
    if (sends) expect(events, events.join(' → ')).toContain('choice.confirmed');
    const { choice } = snapshot.context;
    if (sends && choice?.verdict === 'reject') expect(choice.reason).not.toBe('');
  }
});

describe('a decision', () => {
  const approve: WithdrawalChoice = { verdict: 'approve' };
  function start() {
    const clock = new SimulatedClock();
    const send = manualCall<void, Sent<Withdrawal, WithdrawalChoice>>();
    const outcome = manualCall<DecisionOutcome, Sent<Withdrawal, WithdrawalChoice>>();
    const machine = withdrawalDecision.provide({ actors: { send: send.logic, readOutcome: outcome.logic } });
    const input = { now: () => clock.now(), key: 'a', subject: withdrawalWaiting };
    const { child, told } = asChild(machine, input, clock);
    child.send({ type: 'choice.made', choice: approve });
    child.send({ type: 'choice.confirmed' });
    return { clock, send, outcome, child, told, state: () => child.getSnapshot() };
  }
  const pass = (clock: SimulatedClock, time: number) => {
    for (let left = time; left > 0; left -= 1_000) clock.increment(Math.min(left, 1_000));
  };

  test('is held until the time to undo it is over, to the tick', () => {
    const { clock, send, state } = start();
    expect(state().context.secondsLeft).toBe(10);
    pass(clock, undoTime - 1);
    expect(send.calls).toHaveLength(0);
    expect(state().context.secondsLeft).toBe(1);
    clock.increment(1);
    expect(send.calls.map(({ input }) => input.choice)).toEqual([approve]);
  });

  test('that is undone is never sent', () => {
    const { clock, send, child, state, told } = start();
    pass(clock, 9_000);
    child.send({ type: 'choice.undone' });
    pass(clock, 60_000);
    expect(send.calls).toHaveLength(0);
    expect(state().value).toBe('reviewing');
    expect(told.at(-1)).toMatchObject({ type: 'decision.changed', isLocked: false });
  });

  test('is confirmed once, however often the button is pressed', async () => {
    const { clock, send, child, state } = start();
    child.send({ type: 'choice.confirmed' });
    pass(clock, undoTime);
    child.send({ type: 'choice.confirmed' });
    child.send({ type: 'choice.undone' });
    expect(send.calls).toHaveLength(1);
    send.last().answer();
    await settled();
    expect(state().value).toBe('done');
  });

  test('that needs a second person is proposed, not failed', async () => {
    const { clock, send, state, told } = start();
    pass(clock, undoTime);
    send.last().fail('APPROVAL_REQUIRED');
    await settled();
    expect(state().value).toBe('proposed');
    expect(told.map(({ type }) => type)).toContain('decision.settled');
  });

  test.each<[FailureCode]>([['STATUS_CONFLICT'], ['ACCOUNT_BLOCKED'], ['UNAUTHENTICATED'], ['FORBIDDEN']])(
    'that is refused for %s keeps what was chosen, and says why',
    async (code) => {
      const { clock, send, state } = start();
      pass(clock, undoTime);
      send.last().fail(code);
      await settled();
      expect(state().value).toBe('reviewing');
      expect(state().context).toMatchObject({ choice: approve, failure: failure(code) });
    },
  );

  test.each<[FailureCode, boolean]>([
    ['STATUS_CONFLICT', true],
    ['FORBIDDEN', false],
  ])('that is refused for %s lets what is shown be read again: %s', async (code, isRead) => {
    const { clock, send, told } = start();
    pass(clock, undoTime);
    send.last().fail(code);
    await settled();
    expect(told.some(({ type }) => type === 'decision.settled')).toBe(isRead);
  });

  test('that is refused for a field of it can be corrected there, and the refusal stays until that field changes', async () => {
    const { clock, child, send, state } = start();
    child.send({ type: 'choice.undone' });
    const rejecting = { verdict: 'reject', reason: 'legal', note: 'A court order.' } as const;
    child.send({ type: 'choice.made', choice: rejecting });
    child.send({ type: 'choice.confirmed' });
    pass(clock, undoTime);
    const refused = { fields: { note: 'characters', elsewhere: 'format' } } as const;
    send.last().fail('VALIDATION_FAILED', refused);
    await settled();
    expect(state().value).toBe('confirming');
    expect(state().context).toMatchObject({
      choice: rejecting,
      errors: { note: 'characters' },
      failure: failure('VALIDATION_FAILED', refused),
    });
    child.send({ type: 'choice.changed', choice: { ...rejecting, reason: '' } });
    expect(state().context.errors).toEqual({ note: 'characters', reason: 'required' });
    child.send({ type: 'choice.changed', choice: { ...rejecting, note: 'A court’s order.' } });
    expect(state().context.errors).toEqual({});
    child.send({ type: 'choice.confirmed' });
    expect(state().context.failure).toBeNull();
    pass(clock, undoTime);
    expect(send.calls).toHaveLength(2);
  });

  test.each<[DecisionOutcome, string]>([
    ['done', 'done'],
    ['awaited', 'done'],
    ['proposed', 'proposed'],
    ['open', 'returned'],
  ])('whose answer is lost is asked after: %s', async (found, value) => {
    const { clock, send, outcome, state } = start();
    pass(clock, undoTime);
    send.last().fail('NETWORK');
    await settled();
    expect(state().hasTag('unsure')).toBe(true);
    outcome.last().fail('NETWORK');
    await settled();
    clock.increment(4_999);
    expect(outcome.calls).toHaveLength(1);
    clock.increment(1);
    outcome.last().answer(found);
    await settled();
    expect(state().value).toBe(value);
    // It was sent once.
    expect(send.calls).toHaveLength(1);
  });

  test('whose answer is lost says so when its subject was decided otherwise', async () => {
    const { clock, send, outcome, state, told } = start();
    pass(clock, undoTime);
    send.last().fail('NETWORK');
    await settled();
    outcome.last().fail('STATUS_CONFLICT');
    await settled();
    expect(state().value).toBe('reviewing');
    expect(state().context).toMatchObject({ choice: approve, failure: failure('STATUS_CONFLICT') });
    expect(told.map(({ type }) => type)).toContain('decision.settled');
  });
});

describe('the area of withdrawals', () => {
  function start() {
    const clock = new SimulatedClock();
    const load = manualCall<Loaded<KeysetPage<Withdrawal>>, ReadRequest>();
    const send = manualCall<void, Sent<Withdrawal, WithdrawalChoice>>();
    const area = withdrawalsArea.provide({
      actors: {
        list: withdrawalList.provide({
          actors: { part: withdrawalPart.provide({ actors: { load: load.logic } }) },
        }),
        decision: withdrawalDecision.provide({ actors: { send: send.logic } }),
      },
    });
    const operator = { name: 'anna', role: 'treasury' };
    const { child, told } = asChild(area, { now: () => clock.now(), operator }, clock);
    child.send({ type: 'item.opened', item: withdrawalWaiting });
    const decisions = () => child.getSnapshot().context.decisions;
    return { clock, load, send, child, told, decisions };
  }

  test('lets a confirmed decision go on when its line is closed, and drops one that was only looked at', async () => {
    const { clock, child, decisions, send, load, told } = start();
    child.send({ type: 'item.closed' });
    expect(decisions()).toEqual({});
    child.send({ type: 'item.opened', item: withdrawalWaiting });
    decisions()[withdrawalWaiting.id]?.send({ type: 'choice.made', choice: { verdict: 'approve' } });
    decisions()[withdrawalWaiting.id]?.send({ type: 'choice.confirmed' });
    expect(told.at(-1)).toEqual({ type: 'area.locked', area: 'withdrawals', isLocked: true });
    child.send({ type: 'item.closed' });
    expect(Object.keys(decisions())).toEqual([withdrawalWaiting.id]);
    // What is under way is not dropped by anybody.
    child.send({ type: 'decision.dismissed', key: withdrawalWaiting.id });
    expect(Object.keys(decisions())).toEqual([withdrawalWaiting.id]);
    for (let second = 0; second < 10; second += 1) clock.increment(1_000);
    const reads = load.calls.length;
    send.last().answer();
    await settled();
    expect(told.at(-1)).toEqual({ type: 'area.locked', area: 'withdrawals', isLocked: false });
    // The list is read anew without it.
    expect(load.calls.length).toBe(reads + 1);
    child.send({ type: 'decision.dismissed', key: withdrawalWaiting.id });
    expect(decisions()).toEqual({});
  });

  test('keeps what is being typed when its line is closed, or opened again as another, until it is withdrawn', () => {
    const { child, decisions } = start();
    const { id } = withdrawalWaiting;
    const open = (changes: Partial<Withdrawal> = {}) =>
      child.send({ type: 'item.opened', item: { ...withdrawalWaiting, ...changes } });
    const close = () => child.send({ type: 'item.closed' });
    const decision = () => decisions()[id];
    const typed = { verdict: 'reject', reason: 'legal', note: 'Sor' } as const;

    decision()?.send({ type: 'choice.made', choice: { ...typed, reason: '', note: '' } });
    close();
    expect(decisions()).toEqual({});
    open();
    decision()?.send({ type: 'choice.made', choice: { ...typed, reason: '', note: '' } });
    decision()?.send({ type: 'choice.changed', choice: typed });
    close();
    open();
    expect(decision()?.getSnapshot().matches('confirming')).toBe(true);
    expect(decision()?.getSnapshot().context.choice).toEqual(typed);
    decision()?.send({ type: 'choice.confirmed' });
    decision()?.send({ type: 'choice.undone' });
    close();
    open({ is_stopped: true });
    close();
    expect(decision()?.getSnapshot().context.choice).toEqual(typed);
    open();
    decision()?.send({ type: 'choice.made', choice: typed });
    decision()?.send({ type: 'choice.withdrawn' });
    close();
    expect(decisions()).toEqual({});
  });
});

describe('a list that others change', () => {
  const page = (...ids: string[]): Loaded<KeysetPage<Withdrawal>> => ({
    data: { data: ids.map((id) => ({ ...withdrawalWaiting, id })), meta: { next: null } },
    loadedAt: 0,
  });

  async function showing() {
    const clock = new SimulatedClock();
    const load = manualCall<Loaded<KeysetPage<Withdrawal>>, ReadRequest>();
    const part = withdrawalPart.provide({ actors: { load: load.logic } });
    const area = withdrawalsArea.provide({ actors: { list: withdrawalList.provide({ actors: { part } }) } });
    let tell = (_event: { type: string }) => {};
    const machine = consoleMachine.provide({
      actors: {
        verifySession: fromPromise<ConsoleOperator | null, void>(async () => ({
          name: 'anna',
          role: 'treasury',
        })),
        watchSession: fromCallback(() => {}),
        checks: checksMachine.provide({
          actors: {
            watchPage: fromCallback(({ sendBack }) => {
              tell = sendBack;
            }),
          },
        }),
        loadArea: fromPromise(async () => area as AnyActorLogic),
      },
    });
    const actor = createActor(machine, { input: { now: () => clock.now() }, clock }).start();
    await settled();
    const shown = actor.getSnapshot().context.areas.withdrawals as WithdrawalsAreaRef;
    const { list } = shown.getSnapshot().children;
    if (!list) throw new Error('no list');
    load.last().answer(page('a'));
    await settled();
    return { clock, load, actor, list, area: shown, tell: (type: string) => tell({ type }) };
  }
  const fresh = ({ calls }: { calls: readonly { input: ReadRequest }[] }) =>
    calls.map(({ input }) => input.fresh);

  test('is checked every 15 seconds, to the tick, with what is known; a person’s refresh asks for all of it', async () => {
    const { clock, load, list } = await showing();
    clock.increment(14_999);
    expect(load.calls).toHaveLength(1);
    clock.increment(1);
    expect(fresh(load)).toEqual([false, false]);
    load.last().answer(page('a', 'b'));
    await settled();
    clock.increment(15_000);
    expect(load.calls).toHaveLength(3);
    load.last().answer(page('a', 'b'));
    await settled();
    list.send({ type: 'refresh.requested' });
    expect(fresh(load)).toEqual([false, false, false, true]);
  });

  test.each([
    ['page.hidden', 'page.shown'],
    ['connection.lost', 'connection.returned'],
  ])('is not checked after %s, and at once after %s', async (gone, back) => {
    const { clock, load, tell } = await showing();
    tell(gone);
    clock.increment(600_000);
    expect(load.calls).toHaveLength(1);
    tell(back);
    expect(load.calls).toHaveLength(2);
  });

  test('is not checked while one of its lines is open or the session is over', async () => {
    const { clock, load, area, actor } = await showing();
    area.send({ type: 'item.opened', item: withdrawalWaiting });
    clock.increment(15_000);
    expect(load.calls).toHaveLength(1);
    area.send({ type: 'item.closed' });
    clock.increment(15_000);
    expect(load.calls).toHaveLength(2);
    load.last().answer(page('a'));
    await settled();
    actor.send({ type: 'session.ended' });
    clock.increment(600_000);
    expect(load.calls).toHaveLength(2);
  });

  test('is checked again after a failure, but not where it was never read', async () => {
    const { clock, load, list } = await showing();
    clock.increment(15_000);
    load.last().fail('NETWORK');
    await settled();
    clock.increment(15_000);
    expect(load.calls).toHaveLength(3);
    load.last().answer(page('a'));
    await settled();
    list.send({ type: 'page.next', after: 'z' });
    load.last().fail('NETWORK');
    await settled();
    clock.increment(15_000);
    expect(load.calls).toHaveLength(4);
  });

  test('stays as it is under the pointer, until that leaves or the person asks for something else', async () => {
    const { list } = await showing();
    const { data } = page('a');
    for (const event of [
      { type: 'pointer.left' },
      { type: 'refresh.requested' },
      { type: 'filter.changed', filter: 'b' },
      { type: 'page.next', after: 'z' },
      { type: 'page.previous' },
    ] as const) {
      list.send({ type: 'pointer.entered', shown: data });
      expect(list.getSnapshot().context.held).toBe(data);
      list.send(event);
      expect(list.getSnapshot().context.held, event.type).toBeNull();
    }
  });

  test('whose every reading is logged in it, or is costly, is read again when it is old', async () => {
    const clock = new SimulatedClock();
    const lines = manualCall<Loaded<KeysetPage<OperatorAction>>, ReadRequest>();
    const part = logPart.provide({ actors: { load: lines.logic } });
    const { child } = asChild(
      logArea.provide({ actors: { list: logList.provide({ actors: { part } }) } }),
      { now: () => clock.now(), operator: { name: 'anna', role: 'compliance' } },
      clock,
    );
    lines.last().answer({ data: { data: [], meta: { next: null } }, loadedAt: 0 });
    await settled();
    clock.increment(299_999);
    child.send({ type: 'check.due' });
    expect(lines.calls).toHaveLength(1);
    clock.increment(1);
    child.send({ type: 'check.due' });
    expect(fresh(lines)).toEqual([false, false]);
  });
});

test('a verification of the log that is not answered says so, and leaves no earlier result', async () => {
  const clock = new SimulatedClock();
  const verify = manualCall<VerifiedLog, void>();
  const lines = manualCall<Loaded<KeysetPage<OperatorAction>>, ReadRequest>();
  const list = logList.provide({ actors: { part: logPart.provide({ actors: { load: lines.logic } }) } });
  const { child } = asChild(
    logArea.provide({ actors: { list, verify: verify.logic } }),
    { now: () => clock.now(), operator: { name: 'anna', role: 'compliance' } },
    clock,
  );
  child.send({ type: 'verification.requested' });
  verify.last().answer({ lines: 5, older: 0, head: 'ab'.repeat(32), fault: null });
  await settled();
  expect(child.getSnapshot().context.verified?.lines).toBe(5);
  child.send({ type: 'verification.requested' });
  expect(child.getSnapshot().context.verified).toBeNull();
  clock.increment(119_999);
  expect(child.getSnapshot().value).toBe('verifying');
  clock.increment(1);
  expect(child.getSnapshot()).toMatchObject({
    value: 'reading',
    context: { verified: null, failure: { code: 'NETWORK' } },
  });
});

describe('a session that ends', () => {
  function start() {
    const submit = manualCall<ConsoleOperator, { readonly values: OperatorCredentials }>();
    const left = manualCall<void, void>();
    const forgotten: string[] = [];
    let end = () => {};
    const machine = consoleMachine.provide({
      actors: {
        verifySession: manualCall<ConsoleOperator | null, void>().logic,
        watchSession: fromCallback(({ sendBack }) => {
          end = () => sendBack({ type: 'session.ended' });
        }),
        checks: checksMachine.provide({ actors: { watchPage: fromCallback(() => {}) } }),
        endSession: left.logic,
        login: operatorLoginForm.provide({ actors: { submit: submit.logic } }),
      },
      actions: { forgetSession: () => forgotten.push('session') },
    });
    const verify = manualCall<ConsoleOperator | null, void>();
    const load = manualCall<AnyActorLogic, { readonly area: AreaName }>();
    const actor = createActor(
      machine.provide({ actors: { verifySession: verify.logic, loadArea: load.logic } }),
      { input: { now: () => 0 } },
    ).start();
    return { actor, verify, load, submit, left, forgotten, end: () => end() };
  }
  async function logIn(it: ReturnType<typeof start>, who: ConsoleOperator) {
    const login = it.actor.getSnapshot().children.login;
    login?.send({ type: 'field.changed', name: 'name', value: who.name });
    login?.send({ type: 'field.changed', name: 'password', value: 'Lighthouse-2026-keeper' });
    login?.send({ type: 'field.changed', name: 'otp', value: '123 456' });
    login?.send({ type: 'form.submitted' });
    it.submit.last().answer(who);
    await settled();
  }
  const anna = { name: 'anna', role: 'treasury' };

  async function begun() {
    const it = start();
    it.verify.last().answer(anna);
    await settled();
    it.load.last().answer(withdrawalsArea);
    await settled();
    const area = it.actor.getSnapshot().context.areas.withdrawals;
    expect(it.actor.getSnapshot().matches({ signedIn: 'showing' })).toBe(true);
    return { ...it, area };
  }

  async function working() {
    const it = await begun();
    it.end();
    expect(it.actor.getSnapshot().value).toBe('expired');
    return it;
  }

  async function typing() {
    const it = await begun();
    const area = it.area as WithdrawalsAreaRef;
    area.send({ type: 'item.opened', item: withdrawalWaiting });
    const decision = () => area.getSnapshot().context.decisions[withdrawalWaiting.id];
    decision()?.send({ type: 'choice.made', choice: { verdict: 'reject', reason: '', note: '' } });
    const losing = () => losesByClosing(it.actor.getSnapshot().context);
    expect(losing()).toBe(false);
    decision()?.send({ type: 'choice.changed', choice: typed });
    expect(losing()).toBe(true);
    return { ...it, decision, losing };
  }
  const typed = { verdict: 'reject', reason: 'legal', note: 'Sor' } as const;

  test('by a log-out keeps what is typed for the same person, and closing the page is asked about', async () => {
    const it = await typing();
    it.actor.send({ type: 'logout.requested' });
    it.left.last().answer();
    await settled();
    expect([it.actor.getSnapshot().value, it.forgotten, it.losing()]).toEqual(['expired', ['session'], true]);
    await logIn(it, anna);
    expect(it.decision()?.getSnapshot().context.choice).toEqual(typed);
  });

  test('by a log-out keeps nothing when what was typed is withdrawn', async () => {
    const it = await typing();
    it.decision()?.send({ type: 'choice.withdrawn' });
    expect(it.losing()).toBe(false);
    it.actor.send({ type: 'logout.requested' });
    it.left.last().answer();
    await settled();
    const { value, context } = it.actor.getSnapshot();
    expect([value, context.operator, context.areas]).toEqual(['signedOut', null, {}]);
    expect(it.area?.getSnapshot().status).toBe('stopped');
  });

  test('keeps the work for the same person, and the name is filled in', async () => {
    const it = await working();
    expect(it.actor.getSnapshot().children.login?.getSnapshot().context.values.name).toBe('anna');
    await logIn(it, anna);
    expect(it.actor.getSnapshot().context.areas.withdrawals).toBe(it.area);
  });

  test.each([
    { name: 'boris', role: 'treasury' },
    { name: 'anna', role: 'compliance' },
  ])('keeps nothing of it for %j', async (who) => {
    const it = await working();
    await logIn(it, who);
    expect(it.actor.getSnapshot().context).toMatchObject({ operator: who, areas: {} });
    expect(it.area?.getSnapshot().status).toBe('stopped');
  });

  test('ends all of it for who starts over', async () => {
    const it = await working();
    it.actor.send({ type: 'work.discarded' });
    expect(it.actor.getSnapshot().value).toBe('signedOut');
    expect(it.area?.getSnapshot().status).toBe('stopped');
  });
});
