import { failureOf } from '../../../contract/failure.ts';

/** Whether a call may have had an effect: no answer of the server arrived, or the answer reports an internal error. */
export function isAnswerLost(error: unknown): boolean {
  const { code, requestId } = failureOf(error);
  return requestId === null || code === 'INTERNAL' || code === 'UNAVAILABLE';
}
