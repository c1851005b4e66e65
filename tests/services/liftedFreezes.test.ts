import { expect, test } from 'vitest';
import { SimulatedClock } from 'xstate';
import { CallError } from '../../contract/failure.ts';
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

/** What becomes of a decision to lift the freeze whose answer is lost, when the account is then as `found`. */
async function endOfLift(found: OperatorAccount) {
  const clock = new SimulatedClock();
  const now = () => clock.now();
  const http = async ({ path }: { readonly path: string }) => {
    if (path === accountCall.path) return { data: found };
    throw new CallError(failure('NETWORK'));
  };
  const services = { http, clock: { now } } as unknown as ConsoleServices;
  const operator = { name: 'anna', role: 'compliance' };
  const { child } = asChild(openFreezes(services), { now, operator }, clock);
  child.send({ type: 'item.opened', item: reported(null, null) });
  const decision = child.getSnapshot().context.decisions[account.id];
  decision?.send({ type: 'choice.made', choice: { verdict: 'unfreeze' } });
  decision?.send({ type: 'choice.confirmed' });
  for (let second = 0; second < 10; second += 1) clock.increment(1_000);
  await settled();
  const state = decision?.getSnapshot();
  return (['done', 'proposed', 'returned'] as const).find((each) => state?.matches(each));
}

test.each([
  ['was lifted', account, 'done'],
  ['is approved and waits for its person', reported(null, since), 'done'],
  [
    'is proposed to be lifted',
    { ...reported(null, null), proposal: { number: 7, proposed_by: 'anna' } },
    'proposed',
  ],
  ['was not approved', reported(null, null), 'returned'],
  ['was proven by its person alone', reported(since, null), 'returned'],
] as const)('after a lost answer, a freeze that %s counts as such', async (_, found, end) => {
  expect(await endOfLift(found)).toBe(end);
});
