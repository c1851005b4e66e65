import { expect, test } from 'vitest';
import { SimulatedClock } from 'xstate';
import { CallError } from '../../contract/failure.ts';
import { unfreezeCall } from '../../contract/operator.ts';
import { accountCall, type OperatorAccount } from '../../contract/operatorAccounts.ts';
import { openFreezes } from '../../src/console/areas/freezes.ts';
import type { ConsoleServices } from '../../src/console/core/services.ts';
import { asChild, failure, settled } from '../support/actors.ts';
import { account, frozenAccount } from '../support/consoleAreas.ts';

const since = '2026-11-20T08:00:00.000Z';

/** An account after "This was not me", as far as it is agreed to lift its freeze. */
const reported = (proven_at: string | null, approved_at: string | null): OperatorAccount => ({
  ...frozenAccount,
  freeze: { reason: 'not_me', note: null, since, lifting: { proven_at, approved_at } },
});

type Server = (call: { readonly path: string }, sent?: { readonly body: unknown }) => Promise<unknown>;

/** What becomes of a decision to lift a freeze that was opened as `opened`, when the server answers so. */
async function endOfLift(opened: OperatorAccount, http: Server) {
  const clock = new SimulatedClock();
  const now = () => clock.now();
  const services = { http, clock: { now } } as unknown as ConsoleServices;
  const operator = { name: 'anna', role: 'compliance' };
  const { child } = asChild(openFreezes(services), { now, operator }, clock);
  child.send({ type: 'item.opened', item: opened });
  const decision = child.getSnapshot().context.decisions[account.id];
  decision?.send({ type: 'choice.made', choice: { verdict: 'unfreeze' } });
  decision?.send({ type: 'choice.confirmed' });
  for (let second = 0; second < 10; second += 1) clock.increment(1_000);
  await settled();
  const state = decision?.getSnapshot();
  const end = (['done', 'proposed', 'returned'] as const).find((each) => state?.matches(each));
  return state?.context.isAwaited ? 'awaited' : end;
}

test.each([
  ['was lifted', account, 'done'],
  ['is approved and waits for its person', reported(null, since), 'awaited'],
  [
    'is proposed to be lifted',
    { ...reported(null, null), proposal: { number: 7, proposed_by: 'anna' } },
    'proposed',
  ],
  ['was not approved', reported(null, null), 'returned'],
  ['was proven by its person alone', reported(since, null), 'returned'],
] as const)('after a lost answer, a freeze that %s counts as such', async (_, found, end) => {
  const http: Server = async ({ path }) => {
    if (path === accountCall.path) return { data: found };
    throw new CallError(failure('NETWORK'));
  };
  expect(await endOfLift(reported(null, null), http)).toBe(end);
});

test.each([
  ['whose proof was voided waits for its person', reported(since, null), 'frozen', 'awaited'],
  ['that its person reported as well waits for them', frozenAccount, 'frozen', 'awaited'],
  ['whose person has proven who they are is lifted', reported(null, null), 'active', 'done'],
] as const)('an approved freeze %s, whatever was shown before', async (_, opened, status, end) => {
  const http: Server = async ({ path }) => {
    if (path === unfreezeCall.path) return { data: { ...opened, status } };
    throw new CallError(failure('NETWORK'));
  };
  expect(await endOfLift(opened, http)).toBe(end);
});

test('the freeze that is lifted is told as it was shown', async () => {
  const sent: unknown[] = [];
  const http: Server = async ({ path }, request) => {
    if (path !== unfreezeCall.path) throw new CallError(failure('NETWORK'));
    sent.push(request?.body);
    return { data: { ...account, status: 'active' } };
  };
  expect(await endOfLift(frozenAccount, http)).toBe('done');
  expect(sent).toEqual([{ account: frozenAccount.id, seen: frozenAccount.freeze }]);
});
