/**
 * Holds a lock that names this page's version of the app, because the worker keeps the files of every version that a page runs. The browser
 * releases the lock when the page closes.
 */
export function holdVersion(): void {
  const entry = document.querySelector<HTMLScriptElement>('script[type=module][src]');
  if (!entry) return;
  navigator.locks
    ?.request(new URL(entry.src).pathname, { mode: 'shared' }, () => new Promise(() => {}))
    .catch(() => {});
}
