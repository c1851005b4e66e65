/** Whether nothing was read yet and no read has failed, so that a place is kept for what comes. */
export function isAwaited(read: {
  readonly context: { readonly data: unknown; readonly failure: unknown };
}): boolean {
  return read.context.data === null && read.context.failure === null;
}
