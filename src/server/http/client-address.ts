/** The client's address: that of the socket, or what a trusted proxy says. */
import { type BlockList, isIPv6 } from 'node:net';
import { networkOf, normalizeAddress } from './ip-address.ts';

export interface Client {
  address: string;
  /** What limits count by: the IPv4 address or the IPv6 /64. */
  network: string;
}

/** In place of a client's address in responses that are shared by everyone. */
export const NOBODY: Client = { address: '', network: '' };

export function identifyClient(socketAddress: string, headers: Headers, trustedProxies: BlockList): Client {
  const socket = normalizeAddress(socketAddress) ?? '';
  const address = isTrusted(socket, trustedProxies)
    ? (forwardedAddress(headers, trustedProxies) ?? socket)
    : socket;
  return { address, network: networkOf(address) };
}

/** Whether the other end of the connection is one of our own proxies. */
export const isTrustedProxy = (socketAddress: string, trustedProxies: BlockList): boolean =>
  isTrusted(normalizeAddress(socketAddress) ?? '', trustedProxies);

/** The nearest address that is not one of our own proxies: anyone can have written what is further left. */
function forwardedAddress(headers: Headers, trustedProxies: BlockList): string | null {
  const hops = (headers.get('x-forwarded-for') ?? '').split(',').map((hop) => hop.trim());
  for (const hop of hops.reverse()) {
    if (hop === '') continue;
    const address = normalizeAddress(withoutPort(hop));
    if (address === null) return null;
    if (!isTrusted(address, trustedProxies)) return address;
  }
  return null;
}

const withoutPort = (hop: string): string =>
  hop.replace(/^\[([^\]]*)\](:\d+)?$/, '$1').replace(/^([\d.]+):\d+$/, '$1');

const isTrusted = (address: string, proxies: BlockList): boolean =>
  address !== '' && proxies.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');
