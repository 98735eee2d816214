/** Who is asking: the address on the socket, or what a trusted proxy says it is. */
import { type BlockList, isIP } from 'node:net';

export interface Client {
  address: string;
}

export function identifyClient(socketAddress: string, headers: Headers, trustedProxies: BlockList): Client {
  const socket = plainAddress(socketAddress);
  const address = isTrusted(socket, trustedProxies)
    ? (forwardedAddress(headers, trustedProxies) ?? socket)
    : socket;
  return { address };
}

/** The nearest address that is not one of our own proxies: whatever stands further left anyone can have written. */
function forwardedAddress(headers: Headers, trustedProxies: BlockList): string | null {
  const hops = (headers.get('x-forwarded-for') ?? '').split(',').map((hop) => plainAddress(hop.trim()));
  const nearest = hops.findLast((hop) => !isTrusted(hop, trustedProxies));
  return nearest && isIP(nearest) !== 0 ? nearest : null;
}

const isTrusted = (address: string, proxies: BlockList): boolean => {
  const family = isIP(address);
  return family !== 0 && proxies.check(address, family === 6 ? 'ipv6' : 'ipv4');
};

/** An IPv4 address that arrived on an IPv6 socket is still that IPv4 address. */
const plainAddress = (address: string): string => address.replace(/^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i, '');
