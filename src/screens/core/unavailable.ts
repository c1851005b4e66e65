import type { Failure } from '../../../contract/failure.ts';

/** Whether nothing was read because this server lacks the call. */
export function isUnavailable(read: {
  readonly context: { readonly data: unknown; readonly failure: Failure | null };
}): boolean {
  return read.context.data === null && read.context.failure?.code === 'UNSUPPORTED';
}
