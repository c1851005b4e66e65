import { isIPv4 } from 'node:net';
import { networkOf } from './throttle.ts';

/**
 * The part of an address that a provider usually keeps in one region: the first 16 bits of an IPv4 address, the first 32 of an IPv6
 * address. Null for an invalid address.
 */
export function placeOf(address: string): string | null {
  const start = startOf(address);
  if (start === null) return null;
  return start.includes('.') ? `${start}.0.0/16` : `${start}::/32`;
}

/** The same for a person to read: the part that is known, without the notation of networks. */
export function placeText(address: string): string | null {
  const start = startOf(address);
  if (start === null) return null;
  return start.includes('.') ? `${start}.x.x` : `${start}:…`;
}

function startOf(address: string): string | null {
  const network = networkOf(address);
  if (isIPv4(network)) return network.split('.').slice(0, 2).join('.');
  const groups = network.split(':');
  return groups.length === 4 ? groups.slice(0, 2).join(':') : null;
}
