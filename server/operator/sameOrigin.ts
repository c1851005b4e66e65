import { Refusal } from '../core/refusal.ts';

/**
 * Refuses with FORBIDDEN writing requests that a page of another origin makes a browser send. Operators' calls carry their token in a
 * header that other pages cannot set, so this is a second protection; it also covers logins, which carry no token. Programs send no origin
 * and pass. Reading is left to CORS, which allows no other origin here.
 */
export function refuseOtherOrigins({ method, headers }: Request): void {
  if (method === 'GET' || method === 'HEAD') return;
  const site = headers.get('sec-fetch-site');
  if (site !== null) {
    if (site === 'same-origin' || site === 'none') return;
  } else {
    const origin = headers.get('origin');
    // A proxy that ends TLS keeps the host but changes the scheme, so hosts are compared.
    if (origin === null || hostOf(origin) === headers.get('host')) return;
  }
  throw new Refusal('FORBIDDEN', { detail: 'A page of another origin has sent this.' });
}

/** Null for `null`, the origin of pages without one, and for an invalid one. */
function hostOf(origin: string): string | null {
  return URL.canParse(origin) ? new URL(origin).host : null;
}
