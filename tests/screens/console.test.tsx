import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { createActor, fromPromise } from 'xstate';
import { CallError } from '../../contract/failure.ts';
import type { OperatorAction } from '../../contract/operatorLog.ts';
import { operatorNames } from '../../contract/operatorNames.ts';
import type { KeysetPage } from '../../contract/paging.ts';
import type { Proposal } from '../../contract/proposals.ts';
import type { Loaded, ReadRequest } from '../../contract/reading.ts';
import type { Withdrawal } from '../../contract/withdrawals.ts';
import { logArea, logList, logPart } from '../../src/machines/console/logArea.ts';
import { operatorLoginForm } from '../../src/machines/console/operatorLoginForm.ts';
import { proposalList, proposalPart, proposalsArea } from '../../src/machines/console/proposalsArea.ts';
import {
  withdrawalDecision,
  withdrawalList,
  withdrawalPart,
  withdrawalsArea,
} from '../../src/machines/console/withdrawalsArea.ts';
import { toastsMachine } from '../../src/machines/core/toastsMachine.ts';
import { preferencesMachine } from '../../src/machines/shell/preferencesMachine.ts';
import { ConsoleScreen } from '../../src/screens/console/ConsoleScreen.tsx';
import LogScreen from '../../src/screens/console/LogScreen.tsx';
import ProposalsScreen from '../../src/screens/console/ProposalsScreen.tsx';
import { WithdrawalReview } from '../../src/screens/console/WithdrawalReview.tsx';
import WithdrawalsScreen from '../../src/screens/console/WithdrawalsScreen.tsx';
import { instantDayText } from '../../src/screens/core/dates.ts';
import { failure, manualCall, settled } from '../support/actors.ts';
import {
  consolePaths,
  decisionPaths,
  logPaths,
  proposalOpen,
  quietConsole,
  quietDecision,
  quietLog,
  withdrawalWaiting,
} from '../support/console.ts';
import { actorAt, reachableSnapshots } from '../support/paths.ts';
import { beNarrow } from '../support/phone.ts';
import { arrives, draw, everyState, expectPresentable, languages, text } from './draw.tsx';

const treasury = { name: 'boris', role: 'treasury' };

const preferences = () =>
  createActor(preferencesMachine.provide({ actions: { keepPreference: () => {} } }), {
    input: {
      preferences: {
        theme: 'system',
        isSidebarOpen: true,
        hideBalances: false,
        hideSmall: false,
        singleKeys: true,
        language: 'en',
      },
      toasts: createActor(toastsMachine, { input: { now: () => 0 } }),
    },
  }).start();

describe.each(everyState(languages))('in %s', (language) => {
  test('the console is presentable in every state', { tags: 'long' }, async () => {
    const seen = new Set<string>();
    for (const snapshot of reachableSnapshots(quietConsole, consolePaths)) {
      const key = JSON.stringify([
        snapshot.value,
        snapshot.context.operator?.role,
        snapshot.context.locked.length,
      ]);
      if (seen.has(key)) continue;
      seen.add(key);
      const login = createActor(operatorLoginForm, { input: { now: () => 0 } }).getSnapshot();
      const isLoggingIn = snapshot.hasTag('loggingIn');
      const console = actorAt(quietConsole, snapshot, isLoggingIn ? { login } : {});
      const drawn = draw(
        <ConsoleScreen console={console} preferences={preferences()}>
          {(name) => <h1>{name}</h1>}
        </ConsoleScreen>,
        language,
        { isWhole: true },
      );
      await expectPresentable();
      drawn.unmount();
    }
    expect(seen.size).toBeGreaterThan(8);
  });

  test('a decision is presentable in every state, and says where it stands', { tags: 'long' }, async () => {
    for (const snapshot of reachableSnapshots(quietDecision, decisionPaths)) {
      const drawn = draw(
        <>
          <h1>1</h1>
          <WithdrawalReview decision={actorAt(quietDecision, snapshot)} operator={treasury} />
        </>,
        language,
      );
      await expectPresentable();
      drawn.unmount();
    }
  });

  test('the log is presentable, whole or changed', async () => {
    for (const snapshot of reachableSnapshots(quietLog, logPaths)) {
      const area = actorAt(quietLog, snapshot);
      const drawn = draw(<LogScreen area={area} />, language);
      await expectPresentable();
      drawn.unmount();
    }
  });

  test.each([
    ['rows', 1],
    ['nothing', 0],
  ] as const)('the lists are presentable with %s', async (_, count) => {
    for (const Screen of [
      <WithdrawalsScreen key="w" area={withdrawals(Array(count).fill(withdrawalWaiting))} />,
      <ProposalsScreen key="p" area={proposals(Array(count).fill(proposalOpen))} />,
      <LogScreen key="l" area={log(Array(count).fill(line))} />,
    ]) {
      const drawn = draw(Screen, language);
      await arrives(() => {});
      await expectPresentable();
      drawn.unmount();
    }
  });
});

const line: OperatorAction = {
  request_id: '1',
  at: '2026-11-20T09:00:00.000Z',
  operator: 'anna',
  verb: 'POST /withdrawals/approve',
  subject: '{"id":"6f1f3d5e","proposal":7}',
  address: '203.0.113.7',
  status: 200,
};

test.each(languages)(
  'on a phone the log is one row for a call, by days, and a press opens its details, in %s',
  async (language) => {
    beNarrow();
    const earlier = { ...line, request_id: '2', at: '2026-11-18T09:00:00.000Z', verb: 'GET /accounts' };
    draw(<LogScreen area={log([line, earlier])} />, language);
    await waitFor(() => expect(screen.getAllByRole('list')).toHaveLength(2));
    expect(screen.queryByRole('table')).toBeNull();
    expect(screen.getAllByRole('heading', { level: 2 }).map(text)).toEqual([
      instantDayText(line.at, language),
      instantDayText(earlier.at, language),
    ]);
    const row = screen.getByRole('button', { name: /POST \/withdrawals\/approve.*anna.*200/ });
    expect(row.getAttribute('aria-expanded')).toBe('false');
    await userEvent.click(row);
    expect(row.getAttribute('aria-expanded')).toBe('true');
    const details = document.getElementById(row.getAttribute('aria-controls') ?? '');
    expect(text(details as HTMLElement)).toBe('203.0.113.7id6f1f3d5eproposal7');
    await expectPresentable();
  },
);

test('the log says in the reader’s language who acted without a login', async () => {
  const without = Object.values(operatorNames).map((operator) => ({
    ...line,
    request_id: operator,
    operator,
  }));
  draw(<LogScreen area={log([line, ...without])} />, 'ru');
  await waitFor(() => expect(screen.getAllByRole('row')).toHaveLength(5));
  const names = screen.getAllByText(line.address).map(({ previousSibling }) => previousSibling?.textContent);
  expect(names).toEqual(['anna', 'Локальный токен', 'Настройки сервера', 'Команда на сервере']);
});

function withdrawals(data: readonly Withdrawal[], next: string | null = null, send = vi.fn(async () => {})) {
  const part = withdrawalPart.provide({
    actors: {
      load: fromPromise<Loaded<KeysetPage<Withdrawal>>, ReadRequest>(async () => ({
        data: { data, meta: { next } },
        loadedAt: 0,
      })),
    },
  });
  return createActor(
    withdrawalsArea.provide({
      actors: {
        list: withdrawalList.provide({ actors: { part } }),
        decision: withdrawalDecision.provide({
          actions: { tellLock: () => {}, tellSettled: () => {} },
          actors: { send: fromPromise(send) },
        }),
      },
      actions: { tellLock: () => {} },
    }),
    { input: { now: () => 0, operator: treasury } },
  ).start();
}

function proposals(data: readonly Proposal[], operator = treasury) {
  const part = proposalPart.provide({
    actors: {
      load: fromPromise<Loaded<KeysetPage<Proposal>>, ReadRequest>(async () => ({
        data: { data, meta: { next: null } },
        loadedAt: 0,
      })),
    },
  });
  return createActor(
    proposalsArea.provide({ actors: { list: proposalList.provide({ actors: { part } }) } }),
    { input: { now: () => 0, operator } },
  ).start();
}

function log(data: readonly OperatorAction[], next: string | null = null) {
  const part = logPart.provide({
    actors: {
      load: fromPromise<Loaded<KeysetPage<OperatorAction>>, ReadRequest>(async () => ({
        data: { data, meta: { next } },
        loadedAt: 0,
      })),
    },
  });
  const list = logList.provide({ actors: { part } });
  return createActor(logArea.provide({ actors: { list } }), {
    input: { now: () => 0, operator: treasury },
  }).start();
}

describe('the list of withdrawals by keyboard', () => {
  const rows = ['1', '2', '3'].map((amount, index) => ({
    ...withdrawalWaiting,
    id: `6f1f3d5e-0c38-4a0e-9f43-2b8a7e1d9c5${index}`,
    email: `person${amount}@example.org`,
  }));
  beforeEach(async () => {
    draw(<WithdrawalsScreen area={withdrawals(rows)} />);
    await waitFor(() => expect(focused()).toBe('person1'));
  });
  const focused = () => /person\d/.exec(document.activeElement?.textContent ?? '')?.[0];

  test('is one stop of the tab key, and arrows, j, k, Home and End move in it', async () => {
    expect(focused()).toBe('person1');
    const stops = screen.getAllByRole('button').filter(({ tabIndex }) => tabIndex === 0);
    expect(stops.filter(({ textContent }) => /person/.test(textContent ?? ''))).toHaveLength(1);
    const user = userEvent.setup();
    for (const [key, place] of [
      ['{ArrowDown}', 'person2'],
      ['j', 'person3'],
      ['j', 'person3'],
      ['k', 'person2'],
      ['{ArrowUp}', 'person1'],
      ['{End}', 'person3'],
      ['{Home}', 'person1'],
    ] as const) {
      await user.keyboard(key);
      expect(focused()).toBe(place);
    }
  });

  test('opens what has the focus, and gives it back', async () => {
    const user = userEvent.setup();
    await user.keyboard('j{Enter}');
    const dialog = await screen.findByRole('dialog');
    expect(dialog.textContent).toContain('person2');
    await waitFor(() => expect(dialog.contains(document.activeElement)).toBe(true));
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await waitFor(() => expect(focused()).toBe('person2'));
  });
});

test('what others add comes by itself, but moves nothing under the pointer', async () => {
  const line = (id: string) => ({ ...withdrawalWaiting, id, email: `${id}@example.org` });
  const load = manualCall<Loaded<KeysetPage<Withdrawal>>, ReadRequest>();
  const part = withdrawalPart.provide({ actors: { load: load.logic } });
  const area = createActor(
    withdrawalsArea.provide({ actors: { list: withdrawalList.provide({ actors: { part } }) } }),
    { input: { now: () => 0, operator: treasury } },
  ).start();
  const answer = (...ids: string[]) =>
    arrives(() => load.last().answer({ data: { data: ids.map(line), meta: { next: null } }, loadedAt: 0 }));
  const rows = () => screen.getAllByText(/@example/).map((each) => each.textContent?.split('@')[0]);
  draw(<WithdrawalsScreen area={area} />);
  await answer('anna', 'boris');
  await arrives(() => area.send({ type: 'check.due' }));
  await answer('anna', 'boris', 'cleo');
  expect(rows()).toEqual(['anna', 'boris', 'cleo']);

  const user = userEvent.setup();
  const [first] = screen.getAllByRole('button', { name: /anna@example/ });
  await user.hover(first as Element);
  await arrives(() => area.send({ type: 'check.due' }));
  await answer('boris', 'cleo');
  expect(rows()).toEqual(['anna', 'boris', 'cleo']);
  expect(screen.getByText('The list has changed. Refresh to see it.').getAttribute('role')).toBe('status');
  await expectPresentable();
  await user.unhover(first as Element);
  expect(rows()).toEqual(['boris', 'cleo']);
  expect(screen.queryByText('The list has changed. Refresh to see it.')).toBeNull();
});

test('lines that are taken away under the pointer are not shown again', async () => {
  const line = (id: string) => ({ ...withdrawalWaiting, id, email: `${id}@example.org` });
  const load = manualCall<Loaded<KeysetPage<Withdrawal>>, ReadRequest>();
  const part = withdrawalPart.provide({ actors: { load: load.logic } });
  const area = createActor(
    withdrawalsArea.provide({ actors: { list: withdrawalList.provide({ actors: { part } }) } }),
    { input: { now: () => 0, operator: treasury } },
  ).start();
  const answer = (...ids: string[]) =>
    arrives(() => load.last().answer({ data: { data: ids.map(line), meta: { next: null } }, loadedAt: 0 }));
  const drawn = draw(<WithdrawalsScreen area={area} />);
  await answer('anna', 'boris');
  const [first] = screen.getAllByRole('button', { name: /anna@example/ });
  await userEvent.setup().hover(first as Element);
  drawn.unmount();
  await arrives(() => area.send({ type: 'check.due' }));
  await answer('boris');
  draw(<WithdrawalsScreen area={area} />);
  expect(screen.getAllByText(/@example/).map((each) => each.textContent?.split('@')[0])).toEqual(['boris']);
});

test('a list that others have emptied keeps the focus', async () => {
  const load = manualCall<Loaded<KeysetPage<Withdrawal>>, ReadRequest>();
  const part = withdrawalPart.provide({ actors: { load: load.logic } });
  const area = createActor(
    withdrawalsArea.provide({ actors: { list: withdrawalList.provide({ actors: { part } }) } }),
    { input: { now: () => 0, operator: treasury } },
  ).start();
  const answer = (...data: Withdrawal[]) =>
    arrives(() => load.last().answer({ data: { data, meta: { next: null } }, loadedAt: 0 }));
  draw(<WithdrawalsScreen area={area} />);
  await answer(withdrawalWaiting);
  expect(document.activeElement?.textContent).toContain('anna@example.org');
  await arrives(() => area.send({ type: 'check.due' }));
  await answer();
  expect(document.activeElement?.textContent).toBe('No withdrawal waits for a decision');
});

test('an empty page after an empty page keeps the focus at Previous', async () => {
  const load = manualCall<Loaded<KeysetPage<Withdrawal>>, ReadRequest>();
  const part = withdrawalPart.provide({ actors: { load: load.logic } });
  const area = createActor(
    withdrawalsArea.provide({ actors: { list: withdrawalList.provide({ actors: { part } }) } }),
    { input: { now: () => 0, operator: treasury } },
  ).start();
  const answer = (next: string | null) =>
    arrives(() => load.last().answer({ data: { data: [], meta: { next } }, loadedAt: 0 }));
  const user = userEvent.setup();
  draw(<WithdrawalsScreen area={area} />);
  await answer('b');
  await user.click(screen.getByRole('button', { name: 'Next' }));
  await answer(null);
  await user.click(screen.getByRole('button', { name: 'Previous' }));
  // The page before is still shown, with its buttons.
  expect(document.activeElement?.textContent).toBe('Previous');
  await answer(null);
  expect(screen.queryByRole('button', { name: 'Previous' })).toBeNull();
  expect(document.activeElement?.textContent).toBe('No withdrawal waits for a decision');
});

test('a rejection is not sent without its reason', async () => {
  const send = vi.fn(async () => {});
  draw(<WithdrawalsScreen area={withdrawals([withdrawalWaiting], null, send)} />);
  await arrives(() => {});
  const user = userEvent.setup();
  await user.keyboard('{Enter}');
  await user.click(screen.getByRole('button', { name: 'Reject' }));
  await user.click(screen.getByRole('button', { name: 'Reject' }));
  expect(text(screen.getByRole('dialog'))).toMatch(/Reason.*(?:required|Fill|Enter|Choose)/i);
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
});

test('the ID of a withdrawal stands in groups of four', async () => {
  draw(<WithdrawalsScreen area={withdrawals([withdrawalWaiting])} />);
  await arrives(() => {});
  await userEvent.keyboard('{Enter}');
  const { nextElementSibling: fact } = await screen.findByText('Transaction ID');
  const groups = [...(fact?.querySelectorAll('span[aria-hidden]') ?? [])].map((group) => group.textContent);
  expect(groups).toEqual(['6f1f', '3d5e-', '0c38-', '4a0e-', '9f43-', '2b8a', '7e1d', '9c55']);
});

test('my own proposal cannot be approved by me, and can be taken back', async () => {
  draw(<ProposalsScreen area={proposals([{ ...proposalOpen, proposed_by: 'boris' }])} />);
  await arrives(() => {});
  await userEvent.setup().keyboard('{Enter}');
  const approve = screen.getByRole('button', { name: 'Approve' });
  expect(approve.getAttribute('aria-disabled')).toBe('true');
  expect(text(screen.getByRole('dialog'))).toContain(
    'You proposed this, so another operator has to approve it.',
  );
  expect(screen.getByRole('button', { name: 'Take back' }).getAttribute('aria-disabled')).toBeNull();
});

test('who is not let in is told that the name or the password is wrong, in the words of operators', async () => {
  const form = operatorLoginForm.provide({
    actors: { submit: fromPromise(() => Promise.reject(new CallError(failure('INVALID_CREDENTIALS')))) },
  });
  const snapshot = reachableSnapshots(quietConsole, consolePaths).find((each) => each.matches('signedOut'));
  if (!snapshot) throw new Error('nobody logs in');
  const login = createActor(form, { input: { now: () => 0 } }).start();
  for (const [name, value] of [
    ['name', 'anna'],
    ['password', 'Lighthouse-2026-keeper'],
    ['otp', '123456'],
  ] as const)
    login.send({ type: 'field.changed', name, value });
  login.send({ type: 'form.submitted' });
  await settled();
  const console = actorAt(quietConsole, snapshot, { login: login.getSnapshot() });
  draw(
    <ConsoleScreen console={console} preferences={preferences()}>
      {() => null}
    </ConsoleScreen>,
  );
  expect(text()).toContain('The name or the password is wrong.');
  expect(text()).not.toContain('email');
});
