/** The progress of the captcha: a proof of work that is computed while the person types. */
import { type ActorRefFrom, assign, setup } from 'xstate';
import { placeholderCallback } from '../core/placeholders.ts';
import { withEvent } from '../core/withEvent.ts';

/** `done`: the share of the work that is finished, from 0 to 1. */
interface CaptchaProgressed {
  readonly type: 'captcha.progressed';
  readonly done: number;
}

type CaptchaEvent =
  | { readonly type: 'captcha.begun' }
  | CaptchaProgressed
  | { readonly type: 'captcha.solved' }
  /** The server uses no captcha. */
  | { readonly type: 'captcha.absent' }
  | { readonly type: 'captcha.failed' }
  | { readonly type: 'captcha.retried' };

/** Shows progress only: the form itself gets the solution when it is sent. Tags: `busy`, `working` once the work has started, `failed`, `absent`. */
export const captchaMachine = setup({
  types: {
    context: {} as { readonly done: number },
    events: {} as CaptchaEvent,
    tags: {} as 'busy' | 'working' | 'failed' | 'absent',
  },
  actors: { watchCaptcha: placeholderCallback('watchCaptcha') },
  actions: {
    keepProgress: assign((_, { done }: { done: number }) => ({ done })),
    solveAgain: () => {
      throw new Error('provide solveAgain');
    },
  },
}).createMachine({
  id: 'captcha',
  context: { done: 0 },
  initial: 'expected',
  invoke: { id: 'watchCaptcha', src: 'watchCaptcha' },
  on: {
    'captcha.begun': '.solving',
    'captcha.solved': '.solved',
    'captcha.failed': '.failed',
  },
  states: {
    expected: { tags: 'busy', on: { 'captcha.absent': 'absent' } },
    solving: {
      tags: ['busy', 'working'],
      entry: { type: 'keepProgress', params: { done: 0 } },
      on: {
        'captcha.progressed': { actions: withEvent('keepProgress') },
        'captcha.absent': 'absent',
      },
    },
    solved: {},
    absent: { tags: 'absent' },
    failed: {
      tags: 'failed',
      on: { 'captcha.retried': { target: 'solving', actions: 'solveAgain' } },
    },
  },
});

export type CaptchaRef = ActorRefFrom<typeof captchaMachine>;
