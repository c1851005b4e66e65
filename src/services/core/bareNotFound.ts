import { failureOf } from '../../../contract/failure.ts';

/** Whether a 404 says nothing about what is missing: no problem of the provider's own, so it may come from a proxy, or for want of the call. */
export function isBareNotFound(error: unknown): boolean {
  const { code, requestId } = failureOf(error);
  return code === 'NOT_FOUND' && requestId === null;
}
