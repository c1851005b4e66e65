/**
 * Says by a lock that this page runs its version of the app: the worker keeps the files of a version while a page holds its entry.
 * The browser gives the lock back when the page is gone.
 */
export function holdVersion(): void {
  const entry = document.querySelector<HTMLScriptElement>('script[type=module][src]');
  if (!entry) return;
  navigator.locks
    ?.request(new URL(entry.src).pathname, { mode: 'shared' }, () => new Promise(() => {}))
    .catch(() => {});
}
