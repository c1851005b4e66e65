import { BlockList, isIP, isIPv6, type Socket } from 'node:net';
import { networkOf, networksAround } from '../core/throttle.ts';

export interface ConnectionLimits {
  /** The most connections at once. */
  readonly inAll: number;
  /** The most from one public address or network; wider networks around it may have more. */
  readonly ofOne: number;
  /** Whether many people share the address. IPv4 addresses are passed in their own form. */
  readonly isShared: (address: string) => boolean;
}

const inside = new BlockList();
for (const [network, bits] of [
  ['127.0.0.0', 8],
  ['10.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['169.254.0.0', 16],
  ['100.64.0.0', 10],
] as const) {
  inside.addSubnet(network, bits, 'ipv4');
}
inside.addAddress('::1', 'ipv6');
inside.addSubnet('fc00::', 7, 'ipv6');
inside.addSubnet('fe80::', 10, 'ipv6');

/** Whether an address is of this machine or its local network, and so of a proxy or the operator. */
export function isInside(address: string): boolean {
  return isIP(address) !== 0 && inside.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');
}

/** Without the interface name, and with a mapped IPv4 address in its own form. */
function plain(address: string): string {
  return address.replace(/^::ffff:(?=\d+\.)/i, '').split('%', 1)[0] ?? '';
}

/** Closes a new connection from an address that has too many. */
export function capConnections({ ofOne, isShared }: ConnectionLimits): (socket: Socket) => void {
  const open = new Map<string, number>();
  const leave = (network: string) => {
    const left = (open.get(network) ?? 1) - 1;
    if (left === 0) open.delete(network);
    else open.set(network, left);
  };
  return (socket) => {
    const address = plain(socket.remoteAddress ?? 'unknown');
    if (isShared(address)) return;
    const own = networkOf(address);
    const counted = [{ network: own, share: 1 }, ...networksAround(own)];
    if (counted.some(({ network, share }) => (open.get(network) ?? 0) >= ofOne * share)) {
      socket.destroy();
      return;
    }
    for (const { network } of counted) open.set(network, (open.get(network) ?? 0) + 1);
    socket.once('close', () => {
      for (const { network } of counted) leave(network);
    });
  };
}
