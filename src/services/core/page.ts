/** The page's visibility and connection. */
export type PageReport = 'page.hidden' | 'page.shown' | 'connection.lost' | 'connection.returned';

/** Reports a hidden page or a missing connection at once, then every change. Returns a function that stops this. */
export function watchPage(report: (told: PageReport) => void): () => void {
  const leaving = new AbortController();
  const { signal } = leaving;
  const tellConnection = () => {
    if (!navigator.onLine) report('connection.lost');
  };
  const tellVisibility = () => {
    report(document.visibilityState === 'hidden' ? 'page.hidden' : 'page.shown');
    tellConnection();
  };
  document.addEventListener('visibilitychange', tellVisibility, { signal });
  window.addEventListener('offline', tellConnection, { signal });
  window.addEventListener('online', () => report('connection.returned'), { signal });
  if (document.visibilityState === 'hidden') report('page.hidden');
  tellConnection();
  return () => leaving.abort();
}
