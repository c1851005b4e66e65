/** Reports the area named by the address, `#/withdrawals`, at once and after every change. Returns a function that stops this. */
export function watchPlace(tell: (asked: string) => void): () => void {
  const stopping = new AbortController();
  const read = () => tell(/^#\/(\w+)$/.exec(window.location.hash)?.[1] ?? '');
  window.addEventListener('hashchange', read, { signal: stopping.signal });
  read();
  return () => stopping.abort();
}

/** Has the browser ask before the page closes while `isLosing` is true. */
export function askBeforeClosing(isLosing: () => boolean): void {
  window.addEventListener('beforeunload', (event) => {
    if (isLosing()) event.preventDefault();
  });
}

const invitation = /^#\/setup\/([\w-]{43})$/;

/** The code of the invitation link that opened this page; null for any other address. */
export function invitationCode(): string | null {
  return invitation.exec(window.location.hash)?.[1] ?? null;
}

/** The link for an invited operator. The part after the `#` is sent to no server. */
export function invitationUrl(code: string): string {
  return `${window.location.origin}/#/setup/${code}`;
}

/** Reloads the page when an invitation link is opened in a tab with the console. */
export function watchInvitations(): void {
  window.addEventListener('hashchange', () => {
    if (invitationCode() !== null) window.location.reload();
  });
}

/** Opens the console with the new session. */
export function enterConsole(): void {
  window.history.replaceState(null, '', '#/');
  window.location.reload();
}
