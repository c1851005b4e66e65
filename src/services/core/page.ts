/** What a page learns of itself: whether it is looked at, and whether the browser has a connection. */
export type PageReport = 'page.hidden' | 'page.shown' | 'connection.lost' | 'connection.returned';

/** Reports how it stands where that is not well, then every change. Answers how to stop. */
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
