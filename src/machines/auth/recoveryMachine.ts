/** The last step of a recovery by operators, opened from an email link: nothing changes until a new password is sent. */
import { type ActorRefFrom, setup } from 'xstate';
import { newPasswordMachine } from './accountEmailForms.ts';

interface RecoveryInput {
  /** The clock, in milliseconds. */
  readonly now: () => number;
  /** The token from the link. */
  readonly token: string;
}

export const recoveryMachine = setup({
  types: {
    context: {} as RecoveryInput,
    input: {} as RecoveryInput,
    children: {} as { newPassword: 'newPassword' },
  },
  actors: { newPassword: newPasswordMachine },
}).createMachine({
  id: 'recovery',
  context: ({ input }) => input,
  initial: 'choosing',
  states: {
    choosing: {
      invoke: {
        id: 'newPassword',
        src: 'newPassword',
        input: ({ context }) => ({ now: context.now, draft: { token: context.token } }),
        onDone: 'recovered',
      },
    },
    recovered: {},
  },
});

export type RecoveryRef = ActorRefFrom<typeof recoveryMachine>;
