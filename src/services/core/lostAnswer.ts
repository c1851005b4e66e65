import { failureOf } from '../../../contract/failure.ts';

/** Whether it is not known that a call did nothing: no answer of the server's own came, or one that it broke at. */
export function isAnswerLost(error: unknown): boolean {
  const { code, requestId } = failureOf(error);
  return requestId === null || code === 'INTERNAL' || code === 'UNAVAILABLE';
}
