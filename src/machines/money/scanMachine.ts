/** Scans QR codes with the camera: a valid code fills in the form, an invalid one is reported and scanning goes on. Typed values stay until then. */
import { type ActorRefFrom, assign, sendParent, sendTo, setup } from 'xstate';
import { isPaymentLink } from '../../../contract/paymentLink.ts';
import type { WalletToken } from '../../../contract/wallet.ts';
import { readAddress } from '../../../contract/walletAddress.ts';
import type { CameraProblem } from '../core/cameraProblem.ts';
import { placeholderCallback, required } from '../core/placeholders.ts';
import { withEvent } from '../core/withEvent.ts';
import type { PaymentRef } from './paymentMachine.ts';
import { type PaymentRequestProblem, readPaymentRequest } from './paymentRequest.ts';

interface ScanContext {
  /** The form to fill in. */
  readonly payment: PaymentRef | null;
  readonly stream: MediaStream | null;
  readonly problem: CameraProblem | null;
  /** Why the last scanned code cannot be paid; `other`: it is neither an address nor a payment link. */
  readonly refused: PaymentRequestProblem | 'other' | null;
}

type ScanEvent =
  | { readonly type: 'scan.opened'; readonly payment: PaymentRef }
  | { readonly type: 'scan.closed' }
  /** Sent by the scanner. */
  | { readonly type: 'camera.started'; readonly stream: MediaStream }
  | { readonly type: 'camera.failed'; readonly problem: CameraProblem }
  | { readonly type: 'code.found'; readonly text: string };

/** Why a code's text cannot be paid; null for an address and a valid payment link. */
export function codeProblem(text: string, tokens: readonly WalletToken[] | null): ScanContext['refused'] {
  if (!isPaymentLink(text)) return readAddress(text.trim()).ok ? null : 'other';
  const read = readPaymentRequest(text, tokens ?? []);
  return read.ok ? null : read.problem;
}

export const scanMachine = setup({
  types: { context: {} as ScanContext, events: {} as ScanEvent },
  actors: {
    /** Sends `camera.started` or `camera.failed`, then `code.found` for each code; stopping it turns the camera off. */
    scanCodes: placeholderCallback('scanCodes'),
  },
  guards: {
    isGood: ({ context: { payment } }, { text }: { text: string }) =>
      codeProblem(text, required(payment).getSnapshot().context.tokens) === null,
  },
  actions: {
    keepPayment: assign((_, { payment }: { payment: PaymentRef }) => ({ payment })),
    keepStream: assign((_, { stream }: { stream: MediaStream }) => ({ stream })),
    keepProblem: assign((_, { problem }: { problem: CameraProblem }) => ({ problem })),
    keepRefused: assign(({ context: { payment } }, { text }: { text: string }) => ({
      refused: codeProblem(text, required(payment).getSnapshot().context.tokens),
    })),
    forget: assign({ stream: null, problem: null, refused: null }),
    forgetStream: assign({ stream: null }),
    fill: sendTo(
      ({ context }) => required(context.payment),
      (_, { text }: { text: string }) => ({ type: 'fields.changed', values: { to: text.trim() } }) as const,
    ),
    tell: sendParent((_, { text }: { text: string }) => ({ type: 'recipient.typed', to: text })),
  },
}).createMachine({
  id: 'scan',
  context: { payment: null, stream: null, problem: null, refused: null },
  initial: 'off',
  states: {
    off: {
      entry: 'forget',
      on: { 'scan.opened': { target: 'on', actions: withEvent('keepPayment') } },
    },
    on: {
      invoke: { id: 'scanCodes', src: 'scanCodes' },
      exit: 'forgetStream',
      on: {
        'scan.closed': 'off',
        'camera.started': { actions: withEvent('keepStream') },
        'camera.failed': { target: 'unavailable', actions: withEvent('keepProblem') },
        'code.found': [
          { guard: withEvent('isGood'), target: 'off', actions: [withEvent('tell'), withEvent('fill')] },
          { actions: withEvent('keepRefused') },
        ],
      },
    },
    unavailable: {
      on: {
        'scan.closed': 'off',
        'scan.opened': { target: 'on', actions: ['forget', withEvent('keepPayment')] },
      },
    },
  },
});

export type ScanRef = ActorRefFrom<typeof scanMachine>;
