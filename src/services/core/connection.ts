/**
 * Whether the browser reports a connection. "Yes" may be wrong, because the server may be unreachable; "no" is always right.
 * Reports a missing connection at once, then every change. Returns a function that stops this.
 */
export function watchConnection(tell: (change: 'lost' | 'restored') => void): () => void {
  const stopping = new AbortController();
  const { signal } = stopping;
  window.addEventListener('offline', () => tell('lost'), { signal });
  window.addEventListener('online', () => tell('restored'), { signal });
  if (!navigator.onLine) tell('lost');
  return () => stopping.abort();
}
