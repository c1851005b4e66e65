import { firstPage } from './firstPage.ts';

/** What may come later waits until the first page stands for two seconds and the browser has nothing better to do. */
export function whenIdle(signal: AbortSignal, work: () => void): void {
  const attempt = () => signal.aborted || work();
  firstPage.then(() =>
    setTimeout(() => ('requestIdleCallback' in window ? requestIdleCallback(attempt) : attempt()), 2_000),
  );
}
