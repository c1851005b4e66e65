/** Tells the server what a person has read: one mark after the other, each sent once. */
import { assign, sendParent, setup } from 'xstate';
import { type Failure, failureOf } from '../../../contract/failure.ts';
import { placeholderPromise, required } from './placeholders.ts';

interface MarkingContext<Target> {
  readonly waiting: readonly Target[];
  /** Why the last mark failed. What is not marked stays unread, and is marked when it is seen again. */
  readonly failure: Failure | null;
}

interface MarkRequested<Target> {
  readonly type: 'mark.requested';
  readonly target: Target;
}

/** A mark was made, so what shows it has to be read again. */
export interface MarkMade {
  readonly type: 'mark.made';
}

/** No input. It sends its parent `mark.made`. Tag: `busy` while a mark is being sent. */
export function createMarkingMachine<Target>(id: string) {
  return setup({
    types: {
      context: {} as MarkingContext<Target>,
      events: {} as MarkRequested<Target>,
      tags: {} as 'busy',
    },
    actors: { mark: placeholderPromise<void, { readonly target: Target }>(`${id}.mark`) },
    guards: { isWaiting: ({ context }) => context.waiting.length > 0 },
    actions: {
      addTarget: assign(({ context }, { target }: { target: Target }) => ({
        waiting: [...context.waiting, target],
        failure: null,
      })),
      dropFirst: assign(({ context }) => ({ waiting: context.waiting.slice(1) })),
      dropAll: assign({ waiting: [] }),
      keepFailure: assign((_, { failure }: { failure: Failure }) => ({ failure })),
      tellMade: sendParent({ type: 'mark.made' }),
    },
    delays: { timeout: 15_000 },
  }).createMachine({
    id,
    context: { waiting: [], failure: null },
    initial: 'ready',
    on: { 'mark.requested': { actions: { type: 'addTarget', params: ({ event }) => event } } },
    states: {
      ready: { always: { guard: 'isWaiting', target: 'marking' } },
      marking: {
        tags: 'busy',
        invoke: {
          id: 'mark',
          src: 'mark',
          input: ({ context }) => ({ target: required(context.waiting[0] ?? null) }),
          onDone: { target: 'ready', actions: ['dropFirst', 'tellMade'] },
          onError: {
            target: 'ready',
            actions: [
              'dropAll',
              { type: 'keepFailure', params: ({ event }) => ({ failure: failureOf(event.error) }) },
            ],
          },
        },
        after: { timeout: { target: 'ready', actions: 'dropAll' } },
      },
    },
  });
}
