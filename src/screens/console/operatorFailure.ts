import type { FailureCode } from '../../../contract/failureCodes.ts';
import { failureText } from '../core/failureText.ts';

/** Codes that mean something else to an operator than to a customer. */
const own = {
  UNAUTHENTICATED: { sentence: 'console:errors.sessionEnded', next: 'console:next.logIn' },
  INVALID_CREDENTIALS: { sentence: 'console:errors.credentials', next: 'console:next.credentials' },
  FORBIDDEN: { sentence: 'console:errors.forbidden', next: 'console:next.administrator' },
  STATUS_CONFLICT: { sentence: 'console:errors.decided', next: 'common:next.refresh' },
  NOT_FOUND: { sentence: 'console:errors.gone', next: 'common:next.refresh' },
  ACCOUNT_BLOCKED: { sentence: 'console:errors.frozen', next: 'console:next.unfreeze' },
  WITHDRAWALS_DISABLED: { sentence: 'console:errors.stopped', next: 'console:next.liftStop' },
  ADDRESS_INVALID: { sentence: 'console:errors.address', next: 'console:next.address' },
  CONFIRMATION_REQUIRED: { sentence: 'console:errors.jump', next: 'console:next.confirmPrice' },
  INTERNAL: { sentence: 'common:errors.serverError', next: 'console:next.requestLog' },
} as const satisfies Partial<Record<FailureCode, { sentence: string; next: string }>>;

const isOwn = (code: FailureCode): code is keyof typeof own => Object.hasOwn(own, code);

/** What happened, and what the operator can do about it. */
export function operatorFailure(code: FailureCode) {
  return isOwn(code) ? own[code] : failureText[code];
}
