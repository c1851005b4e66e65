/** What may come later waits until the first page has been drawn and the browser has nothing better to do. */
export function whenIdle(signal: AbortSignal, work: () => void): void {
  const attempt = () => signal.aborted || work();
  setTimeout(() => ('requestIdleCallback' in window ? requestIdleCallback(attempt) : attempt()), 2_000);
}
