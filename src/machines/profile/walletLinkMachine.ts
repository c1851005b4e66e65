/** Adds a browser wallet to the login methods: first a fresh proof of the person, then one by the wallet. */
import { type ActorRefFrom, type SnapshotFrom, setup } from 'xstate';
import { createBrowserWalletMachine } from '../auth/browserWalletMachine.ts';
import { withEvent } from '../core/withEvent.ts';
import { createProofForm } from './proofForm.ts';

/** Proves the person. `submit` keeps the proof for the call that needs it. */
export const personProofMachine = createProofForm<void>('personProof');

export const linkedWalletMachine = createBrowserWalletMachine<void>({ initial: 'discovering' });

export interface WalletLinkInput {
  /** The clock, in milliseconds. */
  readonly now: () => number;
  readonly hasPassword: boolean;
  /** The addresses that are already login methods. */
  readonly linked: readonly string[];
}

/** Ends when the wallet is added. */
export const walletLinkMachine = setup({
  types: {
    context: {} as WalletLinkInput,
    input: {} as WalletLinkInput,
    children: {} as { personProof: 'personProof'; wallet: 'wallet' },
  },
  actors: { personProof: personProofMachine, wallet: linkedWalletMachine },
  guards: {
    /** The person's proof expired before the wallet signed. */
    isProofOver: (_, { snapshot }: { snapshot: SnapshotFrom<typeof linkedWalletMachine> }) =>
      snapshot.context.failure?.code === 'STEP_UP_REQUIRED',
  },
}).createMachine({
  id: 'walletLink',
  context: ({ input }) => input,
  initial: 'proving',
  states: {
    proving: {
      invoke: {
        id: 'personProof',
        src: 'personProof',
        input: ({ context: { now, hasPassword } }) => ({ now, initial: { hasPassword } }),
        onDone: 'linking',
      },
    },
    linking: {
      invoke: {
        id: 'wallet',
        src: 'wallet',
        input: ({ context: { linked } }) => ({ linked }),
        onSnapshot: { guard: withEvent('isProofOver'), target: 'proving' },
        onDone: 'added',
      },
    },
    added: { type: 'final' },
  },
});

export type PersonProofRef = ActorRefFrom<typeof personProofMachine>;
export type LinkedWalletRef = ActorRefFrom<typeof linkedWalletMachine>;
export type WalletLinkRef = ActorRefFrom<typeof walletLinkMachine>;
