/** What may come later waits until the first page has been drawn and the browser has nothing better to do. */
export function whenIdle(signal: AbortSignal, work: () => void): void {
  const attempt = () => signal.aborted || work();
  setTimeout(() => ('requestIdleCallback' in window ? requestIdleCallback(attempt) : attempt()), 2_000);
}

/** When what was drawn can be seen. In a tab that nobody looks at no frame ever comes. */
export function afterPaint(work: () => void): void {
  let isDone = false;
  const once = () => {
    if (!isDone) work();
    isDone = true;
  };
  requestAnimationFrame(() => setTimeout(once));
  setTimeout(once, 1_000);
}
