/** Normalizes IP addresses, and derives the network that rate limits count by. */
import { isIP } from 'node:net';

/** Shared by all text that is not an address, so that invalid text cannot avoid a limit. */
const UNKNOWN_NETWORK = 'unknown';

/** An IPv4-mapped IPv6 address, or a translated one (RFC 6052). */
const IPV4_INSIDE = /^(?:::ffff:|64:ff9b::)([\da-f]{1,4}):([\da-f]{1,4})$/;

/** Lower case, compressed, without zone; an IPv4-mapped address becomes IPv4. Null if it is not an address. */
export function normalizeAddress(text: string): string | null {
  const family = isIP(text);
  if (family !== 6) return family === 4 ? text : null;
  const [withoutZone = ''] = text.split('%');
  const address = URL.parse(`http://[${withoutZone}]`)?.hostname.slice(1, -1);
  if (address === undefined) return null;
  const [, high, low] = IPV4_INSIDE.exec(address) ?? [];
  return high && low ? dottedQuad(Number.parseInt(high, 16), Number.parseInt(low, 16)) : address;
}

const dottedQuad = (high: number, low: number): string =>
  [high >> 8, high & 0xff, low >> 8, low & 0xff].join('.');

/** The IPv4 address, or the IPv6 /64, because one customer usually has a whole /64. */
export const networkOf = (text: string): string => prefixOf(text, 4);

/** The IPv4 address, or the IPv6 /48, because some customers have all 65,536 networks of one. */
export const wideNetworkOf = (text: string): string => prefixOf(text, 3);

function prefixOf(text: string, groups: number): string {
  const address = normalizeAddress(text);
  if (address === null) return UNKNOWN_NETWORK;
  return address.includes(':') ? `${groupsOf(address).slice(0, groups).join(':')}::/${groups * 16}` : address;
}

function groupsOf(address: string): string[] {
  const [front = [], back = []] = address
    .split('::')
    .map((part) => part.split(':').filter((group) => group !== ''));
  return [...front, ...Array<string>(8 - front.length - back.length).fill('0'), ...back];
}
