/**
 * Whether this browser has a connection, as far as it knows. Yes may be wrong: the server may still be unreachable. No is never wrong.
 * Tells at once when there is none, then every change. Answers how to stop listening.
 */
export function watchConnection(tell: (change: 'lost' | 'restored') => void): () => void {
  const stopping = new AbortController();
  const { signal } = stopping;
  window.addEventListener('offline', () => tell('lost'), { signal });
  window.addEventListener('online', () => tell('restored'), { signal });
  if (!navigator.onLine) tell('lost');
  return () => stopping.abort();
}
