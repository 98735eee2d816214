/** The client's address: the socket address, or the one that a trusted proxy forwards. */
import { type BlockList, isIPv6 } from 'node:net';
import { networkOf, normalizeAddress, wideNetworkOf } from './ip-address.ts';

export interface Client {
  address: string;
  /** The key of rate limits: the IPv4 address or the IPv6 /64. */
  network: string;
  /** The key of turns, and of limits for what stays stored: the IPv4 address or the IPv6 /48. */
  wideNetwork: string;
}

/** For responses that are shared by all clients. */
export const NO_CLIENT: Client = { address: '', network: '', wideNetwork: '' };

export function identifyClient(socketAddress: string, headers: Headers, trustedProxies: BlockList): Client {
  const socket = normalizeAddress(socketAddress) ?? '';
  const address = isTrusted(socket, trustedProxies)
    ? (forwardedAddress(headers, trustedProxies) ?? socket)
    : socket;
  return { address, network: networkOf(address), wideNetwork: wideNetworkOf(address) };
}

export const isTrustedProxy = (socketAddress: string, trustedProxies: BlockList): boolean =>
  isTrusted(normalizeAddress(socketAddress) ?? '', trustedProxies);

/** The rightmost address that is not a trusted proxy: a client can forge everything to its left. */
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
