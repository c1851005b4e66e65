import type { Failure } from '../../../contract/failure.ts';

/** Whether a call may have had an effect: no answer of the server arrived, or the answer reports an internal error. */
export const isLost = ({ code, requestId }: Failure): boolean =>
  requestId === null || code === 'INTERNAL' || code === 'UNAVAILABLE';
