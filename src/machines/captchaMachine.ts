/** The check against robots, as far as a person sees it: a proof of work that is made while they type. */
import { type ActorRefFrom, setup } from 'xstate';
import { providedWatcher } from './provided.ts';

type CaptchaEvent =
  | { readonly type: 'captcha.begun' }
  | { readonly type: 'captcha.solved' }
  | { readonly type: 'captcha.failed' }
  | { readonly type: 'captcha.retried' };

/** The form asks for the solution itself when it is sent; nobody waits here. Tags: `busy`, `failed`. */
export const captchaMachine = setup({
  types: { events: {} as CaptchaEvent, tags: {} as 'busy' | 'failed' },
  actors: { watchCaptcha: providedWatcher('watchCaptcha') },
  actions: {
    solveAgain: () => {
      throw new Error('provide solveAgain');
    },
  },
}).createMachine({
  id: 'captcha',
  initial: 'solving',
  invoke: { id: 'watchCaptcha', src: 'watchCaptcha' },
  on: { 'captcha.begun': '.solving', 'captcha.solved': '.solved', 'captcha.failed': '.failed' },
  states: {
    solving: { tags: 'busy' },
    solved: {},
    failed: {
      tags: 'failed',
      on: { 'captcha.retried': { target: 'solving', actions: 'solveAgain' } },
    },
  },
});

export type CaptchaRef = ActorRefFrom<typeof captchaMachine>;
