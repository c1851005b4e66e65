const loopbackNames = ['localhost', '127.0.0.1', '[::1]'];

/**
 * Whether a `Host` header names one of these URLs, or another loopback name of one. It rejects DNS rebinding, in which the name of a foreign page
 * is pointed at this machine after the page has loaded.
 */
export function isOwnName(host: string | undefined, urls: readonly string[]): boolean {
  if (host === undefined || host.length > longestName) return false;
  const asked = host.toLowerCase();
  return urls.some((url) => hostsOf(url).includes(asked));
}

/** A DNS name has at most 253 characters, and a port five digits. */
const longestName = 259;

function hostsOf(url: string): string[] {
  const { host, hostname, port, protocol } = new URL(url);
  const names = loopbackNames.includes(hostname) ? loopbackNames : [hostname];
  // Browsers leave out the scheme's default port, other programs may not.
  const usual = protocol === 'https:' ? '443' : '80';
  return port === ''
    ? [host, ...names, ...names.map((name) => `${name}:${usual}`)]
    : names.map((name) => `${name}:${port}`);
}
