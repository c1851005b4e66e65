import { failureOf } from '../../../contract/failure.ts';

/** Whether a 404 lacks a problem body of the server: it may come from a proxy, or from a server without this call. */
export function isBareNotFound(error: unknown): boolean {
  const { code, requestId } = failureOf(error);
  return code === 'NOT_FOUND' && requestId === null;
}
