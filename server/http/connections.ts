import { BlockList, isIP, isIPv6, type Socket } from 'node:net';
import { networkOf, networksAround } from '../core/throttle.ts';

export interface ConnectionLimits {
  /** Connections that are open at once, from anywhere. */
  readonly inAll: number;
  /** Of these, from one public address or network; more from the wider networks around it. */
  readonly ofOne: number;
  /** Whose connections are many people's. An IPv4 address comes as one. */
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

/** Whether an address is of this machine or its own network: whoever comes from there stands before others, or is the operator. */
export function isInside(address: string): boolean {
  return isIP(address) !== 0 && inside.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');
}

/** Without its interface, and an IPv4 address as one. */
function plain(address: string): string {
  return address.replace(/^::ffff:(?=\d+\.)/i, '').split('%', 1)[0] ?? '';
}

/** Closes a new connection of an address that has too many. */
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
