/** IP addresses in one spelling each, and the networks by which limits tell clients apart. */
import { isIP } from 'node:net';

/** All text that is no address shares this one: a new spelling must not be a new client. */
const UNKNOWN_NETWORK = 'unknown';

/** An IPv4 address on an IPv6 socket, and one behind a translator (RFC 6052). */
const IPV4_INSIDE = /^(?:::ffff:|64:ff9b::)([\da-f]{1,4}):([\da-f]{1,4})$/;

/** Lower case, compressed, without zone; an IPv4-mapped IPv6 address becomes the IPv4 one. Null for other text. */
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

/** An IPv4 address itself; on IPv6 the /64, because one customer has all of its addresses. */
export function networkOf(text: string): string {
  const address = normalizeAddress(text);
  if (address === null) return UNKNOWN_NETWORK;
  return address.includes(':') ? `${groupsOf(address).slice(0, 4).join(':')}::/64` : address;
}

function groupsOf(address: string): string[] {
  const [front = [], back = []] = address
    .split('::')
    .map((part) => part.split(':').filter((group) => group !== ''));
  return [...front, ...Array<string>(8 - front.length - back.length).fill('0'), ...back];
}
