const loopbackNames = ['localhost', '127.0.0.1', '[::1]'];

/**
 * Whether a `Host` header is of one of these URLs, or another loopback name of one of them. A page of somebody else, whose name was made to
 * point at this machine after it had been loaded, sends that name.
 */
export function isOwnName(host: string | undefined, urls: readonly string[]): boolean {
  if (host === undefined || host.length > longestName) return false;
  const asked = host.toLowerCase();
  return urls.some((url) => hostsOf(url).includes(asked));
}

/** A name of DNS has at most 253 characters, and a port five digits. */
const longestName = 259;

function hostsOf(url: string): string[] {
  const { host, hostname, port, protocol } = new URL(url);
  const names = loopbackNames.includes(hostname) ? loopbackNames : [hostname];
  // A browser leaves the scheme's own port out, other programs may not.
  const usual = protocol === 'https:' ? '443' : '80';
  return port === ''
    ? [host, ...names, ...names.map((name) => `${name}:${usual}`)]
    : names.map((name) => `${name}:${port}`);
}
