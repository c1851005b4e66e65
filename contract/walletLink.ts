import * as z from 'zod/mini';
import type { Call } from './call.ts';
import { answer } from './schemas.ts';
import { accountAddress, signedMessage } from './walletSignIn.ts';

export const walletLinkNonceCall = {
  method: 'POST',
  path: '/auth/methods/wallet/nonce',
  summary:
    'Get a message (EIP-4361) to sign for adding a wallet to my account; valid once, for five minutes, and not for a login',
  access: 'session',
  status: 200,
  body: () => z.strictObject({ address: accountAddress }),
  answer: answer(z.object({ message: z.string() })),
  problems: ['VALIDATION_FAILED', 'RATE_LIMITED'],
} as const satisfies Call;

export const walletLinkCall = {
  method: 'POST',
  path: '/auth/methods/wallet',
  summary: 'Add a wallet to my login methods with the signed message; needs a fresh proof (`Step-Up`)',
  access: 'session',
  status: 204,
  body: () => signedMessage,
  answer: null,
  problems: [
    'SETTINGS_LOCKED',
    'STEP_UP_REQUIRED',
    'FORBIDDEN',
    'WALLET_TAKEN',
    'WALLET_LIMIT',
    'VALIDATION_FAILED',
    'RATE_LIMITED',
  ],
} as const satisfies Call;
