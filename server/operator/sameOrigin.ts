import { Refusal } from '../core/refusal.ts';

/**
 * Refuses with FORBIDDEN what a page of another origin asks a browser to send. The operators' calls carry their token in a header that no other
 * page can make a browser send, so this is the second lock: it holds for logins too, which carry none. Programs name no origin and pass. What
 * only reads is left to CORS, of which this address gives nobody anything.
 */
export function refuseOtherOrigins({ method, headers }: Request): void {
  if (method === 'GET' || method === 'HEAD') return;
  const site = headers.get('sec-fetch-site');
  if (site !== null) {
    if (site === 'same-origin' || site === 'none') return;
  } else {
    const origin = headers.get('origin');
    // A proxy that ends TLS keeps the host and changes the scheme: hosts are compared.
    if (origin === null || hostOf(origin) === headers.get('host')) return;
  }
  throw new Refusal('FORBIDDEN', { detail: 'A page of another origin has sent this.' });
}

/** Null for `null`, which pages without an origin say, and for what is none. */
function hostOf(origin: string): string | null {
  return URL.canParse(origin) ? new URL(origin).host : null;
}
