/** The reads of a signed-in person's first page that need no parameters (`walletCall`, `holdsCall`, `profileCall`). */
export const earlyPaths = ['/wallet', '/wallet/holds', '/profile'] as const;

/** An answer that is older, in milliseconds, is not used: the app came late, and the figures may have changed. */
const longestAge = 10_000;

interface Early {
  readonly token: string;
  readonly sentAt: number;
  /** Null if there was no answer. */
  readonly answer: Promise<Response | null>;
  abort(): void;
}

const reads = new Map<string, Early>();

/** Sends the first reads of a stored session, before the code that will use their answers has loaded. `base` is the address of the calls. */
export function readEarly(base: string, token: string): void {
  for (const path of earlyPaths) {
    const stopping = new AbortController();
    const answer = request(`${base}${path}`, token, stopping.signal).catch(() => null);
    reads.set(`${base}${path}`, { token, sentAt: Date.now(), answer, abort: () => stopping.abort() });
  }
}

/** The early read of this address with this token, once; null if there is none. An abort of `signal` ends it without an answer. */
export function takeEarly(
  address: string,
  token: string | undefined,
  signal?: AbortSignal,
): Pick<Early, 'sentAt' | 'answer'> | null {
  const read = reads.get(address);
  reads.delete(address);
  if (!read || read.token !== token || Date.now() - read.sentAt > longestAge) return null;
  signal?.addEventListener('abort', read.abort, { once: true });
  return read;
}

// Asynchronous, because fetch throws at once for a token that is no header value.
async function request(address: string, token: string, signal: AbortSignal): Promise<Response> {
  const headers = { accept: 'application/json, application/problem+json', authorization: `Bearer ${token}` };
  return fetch(address, { headers, credentials: 'include', signal });
}
