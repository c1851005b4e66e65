/** The check against robots, as far as a person sees it: a proof of work that is made while they type. */
import { type ActorRefFrom, assign, setup } from 'xstate';
import { placeholderCallback } from '../core/placeholders.ts';

/** `done`: how much of the work, from 0 to 1. */
interface CaptchaProgressed {
  readonly type: 'captcha.progressed';
  readonly done: number;
}

type CaptchaEvent =
  | { readonly type: 'captcha.begun' }
  | CaptchaProgressed
  | { readonly type: 'captcha.solved' }
  /** The server has none. */
  | { readonly type: 'captcha.absent' }
  | { readonly type: 'captcha.failed' }
  | { readonly type: 'captcha.retried' };

/** The form asks for the solution itself when it is sent; nobody waits here. Tags: `busy`, `working` once it is under way, `failed`, `absent`. */
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
    'captcha.absent': '.absent',
    'captcha.failed': '.failed',
  },
  states: {
    expected: { tags: 'busy' },
    solving: {
      tags: ['busy', 'working'],
      entry: { type: 'keepProgress', params: { done: 0 } },
      on: {
        'captcha.progressed': { actions: { type: 'keepProgress', params: ({ event }) => event } },
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
