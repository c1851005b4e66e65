import type { AnyActorRef, AnyMachineSnapshot } from 'xstate';
import { CallError } from '../../../contract/failure.ts';
import { failure } from '../actors.ts';
import type { ActorAnswers, PersonStep } from './screenMap.ts';

export const refused = (code: Parameters<typeof failure>[0], fields = {}) =>
  new CallError(failure(code, { requestId: 'r', fields }));
export const offline = new CallError(failure('NETWORK'));
export const standing = (isOffline: boolean) => ({
  type: 'standing.changed',
  standing: { isOffline, isFrozen: false },
});
export const key = '6f1c2d3e-0000-4000-8000-000000000001';
export const operation = (status: string, result: unknown = null, problem: unknown = null) => ({
  status,
  result,
  problem,
});
export const isIn = (actor: AnyActorRef, state: string) =>
  (actor.getSnapshot() as AnyMachineSnapshot).matches(state);

export function reviewOf(actor: AnyActorRef): AnyMachineSnapshot | undefined {
  return (actor.getSnapshot() as AnyMachineSnapshot).children.quoteReview?.getSnapshot();
}

export const isReviewed = (actor: AnyActorRef, state: string | Record<string, string>) =>
  reviewOf(actor)?.matches(state) ?? false;

/** Nothing keeps the person from moving money. */
export const isFree = (actor: AnyActorRef) => {
  const { isOffline, isFrozen } = (actor.getSnapshot() as AnyMachineSnapshot).context.account;
  return !isOffline && !isFrozen;
};

export const isDone = (values: Readonly<Record<string, string>>, events: PersonStep['events']) =>
  events.every((event) =>
    Object.entries(event.values as Record<string, string>).every(([name, value]) => values[name] === value),
  );

/** What a flow of money asks: everything is held, and nothing is answered but what a scene says. */
export const heldCalls: Readonly<Record<string, ActorAnswers>> = {
  watchStanding: {},
  'tabLock.claimTabLock': { says: [{ type: 'tabLock.held' }] },
  'tabLock.readRecord': { says: [{ type: 'record.read', record: null }] },
  'tabLock.untilFree': {},
  'quoteReview.requestQuote': {},
  'submission.send': {},
  'submission.readOperation': {},
  'submission.watchStanding': {},
  'stepUp.readOptions': {},
  'stepUp.sendCode': {},
  'stepUp.stepUpForm.submit': {},
  'receipt.load': {},
};
