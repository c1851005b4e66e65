import * as z from 'zod/mini';
import type { Call } from './call.ts';
import { note } from './rules.ts';
import { answer } from './schemas.ts';
import { givenId, tokenSymbol, walletAddress } from './textRules.ts';
import { withdrawal } from './withdrawals.ts';

/** `reason`: how the person was identified. */
const refund = { token: tokenSymbol, to: walletAddress, reason: note };
export const refundFields = z.strictObject(refund);

export const refundCall = {
  method: 'POST',
  path: '/accounts/refund',
  summary:
    'Pay everything that a closed account (`id`) holds of a token to an outside address of its person, whom support has identified as `reason` describes. The withdrawal waits for approval like any other',
  access: 'operator',
  status: 201,
  body: () => z.strictObject({ id: givenId, ...refund }),
  answer: answer(withdrawal),
  problems: [
    'APPROVAL_REQUIRED',
    'NOT_FOUND',
    'STATUS_CONFLICT',
    'WITHDRAWALS_DISABLED',
    'ADDRESS_INVALID',
    'AMOUNT_TOO_SMALL',
    'INSUFFICIENT_BALANCE',
    'VALIDATION_FAILED',
  ],
} as const satisfies Call;
