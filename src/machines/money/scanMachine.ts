/** A QR code is looked for with the camera: a good one fills the form, a bad one is named and looked past. Nothing typed is touched before. */
import { type ActorRefFrom, assign, sendParent, sendTo, setup } from 'xstate';
import { isPaymentLink } from '../../../contract/paymentLink.ts';
import type { WalletToken } from '../../../contract/wallet.ts';
import { readAddress } from '../../../contract/walletAddress.ts';
import { placeholderCallback, required } from '../core/placeholders.ts';
import type { PaymentRef } from './paymentMachine.ts';
import { type PaymentRequestProblem, readPaymentRequest } from './paymentRequest.ts';

/** `refused`: the person or the browser forbids the camera; `missing`: there is none; `taken`: another program has it; `failed`: it did not start, or what reads codes could not be loaded. */
export type ScanProblem = 'refused' | 'missing' | 'taken' | 'failed';

interface ScanContext {
  /** The form that is filled. */
  readonly payment: PaymentRef | null;
  readonly stream: MediaStream | null;
  readonly problem: ScanProblem | null;
  /** Why the last code that was seen is none to pay by; `other`: it is neither an address nor a payment link. */
  readonly refused: PaymentRequestProblem | 'other' | null;
}

type ScanEvent =
  | { readonly type: 'scan.opened'; readonly payment: PaymentRef }
  | { readonly type: 'scan.closed' }
  /** By the scanner. */
  | { readonly type: 'camera.started'; readonly stream: MediaStream }
  | { readonly type: 'camera.failed'; readonly problem: ScanProblem }
  | { readonly type: 'code.found'; readonly text: string };

/** Why nobody can be paid by the text of a code; null for an address and a good payment link. */
export function codeProblem(text: string, tokens: readonly WalletToken[] | null): ScanContext['refused'] {
  if (!isPaymentLink(text)) return readAddress(text.trim()).ok ? null : 'other';
  const read = readPaymentRequest(text, tokens ?? []);
  return read.ok ? null : read.problem;
}

const found = { params: ({ event }: { event: { readonly text: string } }) => event };

export const scanMachine = setup({
  types: { context: {} as ScanContext, events: {} as ScanEvent },
  actors: {
    /** Sends `camera.started` or `camera.failed`, then `code.found` for what it sees; the camera goes off with it. */
    scanCodes: placeholderCallback('scanCodes'),
  },
  guards: {
    isGood: ({ context: { payment } }, { text }: { text: string }) =>
      codeProblem(text, required(payment).getSnapshot().context.tokens) === null,
  },
  actions: {
    keepPayment: assign((_, { payment }: { payment: PaymentRef }) => ({ payment })),
    keepStream: assign((_, { stream }: { stream: MediaStream }) => ({ stream })),
    keepProblem: assign((_, { problem }: { problem: ScanProblem }) => ({ problem })),
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
      on: { 'scan.opened': { target: 'on', actions: { type: 'keepPayment', params: ({ event }) => event } } },
    },
    on: {
      invoke: { id: 'scanCodes', src: 'scanCodes' },
      exit: 'forgetStream',
      on: {
        'scan.closed': 'off',
        'camera.started': { actions: { type: 'keepStream', params: ({ event }) => event } },
        'camera.failed': {
          target: 'unavailable',
          actions: { type: 'keepProblem', params: ({ event }) => event },
        },
        'code.found': [
          {
            guard: { type: 'isGood', ...found },
            target: 'off',
            actions: [
              { type: 'tell', ...found },
              { type: 'fill', ...found },
            ],
          },
          { actions: { type: 'keepRefused', ...found } },
        ],
      },
    },
    unavailable: {
      on: {
        'scan.closed': 'off',
        'scan.opened': {
          target: 'on',
          actions: ['forget', { type: 'keepPayment', params: ({ event }) => event }],
        },
      },
    },
  },
});

export type ScanRef = ActorRefFrom<typeof scanMachine>;
