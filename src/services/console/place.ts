/** Which area the address names, `#/withdrawals`: at once, then after every change. Answers how to stop. */
export function watchPlace(tell: (asked: string) => void): () => void {
  const stopping = new AbortController();
  const read = () => tell(/^#\/(\w+)$/.exec(window.location.hash)?.[1] ?? '');
  window.addEventListener('hashchange', read, { signal: stopping.signal });
  read();
  return () => stopping.abort();
}

/** The browser asks before it leaves the page as long as `isLocked` says so. */
export function askBeforeClosing(isLocked: () => boolean): void {
  window.addEventListener('beforeunload', (event) => {
    if (isLocked()) event.preventDefault();
  });
}

const invitation = /^#\/setup\/([\w-]{43})$/;

/** The code of the link that this page was opened by; null for any other address. */
export function invitationCode(): string | null {
  return invitation.exec(window.location.hash)?.[1] ?? null;
}

/** The link for who was invited. What stands behind the `#` is sent to no server. */
export function invitationUrl(code: string): string {
  return `${window.location.origin}/#/setup/${code}`;
}

/** Begins anew when somebody opens such a link in a tab that has the console. */
export function watchInvitations(): void {
  window.addEventListener('hashchange', () => {
    if (invitationCode() !== null) window.location.reload();
  });
}

/** Goes to the console, as whoever is logged in now. */
export function enterConsole(): void {
  window.history.replaceState(null, '', '#/');
  window.location.reload();
}
