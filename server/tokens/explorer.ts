/** A block explorer of one chain. */
export interface Explorer {
  /** The chain's name in CAIP-2. */
  readonly chain: string;
  /** Without a trailing slash. */
  readonly url: string;
}

/** The page of a transaction; null for one on another chain, or on none. */
export function transactionPage(
  explorer: Explorer | null,
  { chain, hash }: { readonly chain: string | null; readonly hash: string | null },
): string | null {
  if (!explorer || chain !== explorer.chain || hash === null) return null;
  return `${explorer.url}/tx/${encodeURIComponent(hash)}`;
}

export function tokenPage(explorer: Explorer | null, contract: string | null): string | null {
  return explorer && contract !== null ? `${explorer.url}/token/${encodeURIComponent(contract)}` : null;
}
