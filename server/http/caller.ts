import { BlockList, isIP, isIPv6, SocketAddress } from 'node:net';

/** The origin of a request, as far as the trusted proxies tell it. */
export interface Caller {
  /** An IPv4 address, or an IPv6 address in its short form. An IPv4 address written as IPv6 is converted. */
  readonly address: string;
  /** Whether the caller reached us by https. */
  readonly isSecure: boolean;
}

/** The proxies whose `X-Forwarded-…` headers are trusted. */
export interface Proxies {
  has(address: string): boolean;
}

export const noProxies: Proxies = { has: () => false };

/** The most proxies in front of a server; entries further left are ignored as forged. */
const mostHops = 16;
const longestHop = 64;

/** Reads comma-separated addresses and networks, `10.0.0.7,192.168.0.0/16,fd00::/8`. Null when one is invalid, or includes every address. */
export function readProxies(text: string): Proxies | null {
  const list = new BlockList();
  for (const part of text.split(',')) {
    const [base = '', length, ...rest] = part.trim().split('/');
    const address = readIp(base);
    if (address === null || rest.length > 0) return null;
    const bits = isIPv6(address) ? 128 : 32;
    // The bits of a mapped network are counted from the start of the IPv6 address.
    const before = bits === 32 && isIPv6(base) ? 96 : 0;
    const prefix = length === undefined ? bits : /^\d{1,3}$/.test(length) ? Number(length) - before : 0;
    if (prefix < 1 || prefix > bits) return null;
    list.addSubnet(address, prefix, familyOf(address));
  }
  return { has: (address) => isIP(address) !== 0 && list.check(address, familyOf(address)) };
}

/**
 * Finds the caller behind the connection of `peer`: reads `X-Forwarded-For` from the right end, where the nearest proxy writes, to the
 * first address that is not a trusted proxy. At an invalid entry it stops at the proxy that wrote the entry.
 */
export function callerOf(peer: string, headers: Headers, proxies: Proxies): Caller {
  let address = readIp(peer) ?? peer;
  if (!proxies.has(address)) return { address, isSecure: false };
  let hops = 0;
  for (const entry of fromTheRight(headers.get('x-forwarded-for') ?? '')) {
    const next = readHop(entry);
    if (next === null) break;
    address = next;
    hops += 1;
    if (hops === mostHops || !proxies.has(address)) break;
  }
  return { address, isSecure: schemeOf(headers.get('x-forwarded-proto') ?? '', hops) === 'https' };
}

/** The scheme for the address `hops` from the right; in a shorter list the first one. */
function schemeOf(list: string, hops: number): string {
  let scheme = '';
  let seen = 0;
  for (const entry of fromTheRight(list)) {
    scheme = entry.trim().toLowerCase();
    seen += 1;
    if (seen >= Math.max(1, hops)) break;
  }
  return scheme;
}

function* fromTheRight(list: string): Generator<string> {
  let end = list.length;
  while (end > 0) {
    const comma = list.lastIndexOf(',', end - 1);
    yield list.slice(comma + 1, end);
    end = comma;
  }
}

/** Some proxies append the port. */
function readHop(entry: string): string | null {
  const text = entry.trim();
  if (text.length > longestHop) return null;
  const inBrackets = /^\[([^\]]+)\](?::\d{1,5})?$/.exec(text)?.[1];
  const withPort = /^([\d.]+):\d{1,5}$/.exec(text)?.[1];
  return readIp(inBrackets ?? withPort ?? text);
}

function readIp(text: string): string | null {
  const [bare = ''] = text.slice(0, longestHop).split('%');
  if (!isIPv6(bare)) return isIP(bare) === 0 ? null : bare;
  const { address } = new SocketAddress({ address: bare, family: 'ipv6' });
  return /^::ffff:(\d+\.\d+\.\d+\.\d+)$/.exec(address)?.[1] ?? address;
}

function familyOf(address: string): 'ipv4' | 'ipv6' {
  return isIPv6(address) ? 'ipv6' : 'ipv4';
}
