/** Which addresses messages may be sent to: none inside the networks of the server. */
import { lookup } from 'node:dns/promises';
import { BlockList, isIP } from 'node:net';
import { networkInterfaces } from 'node:os';
import { createLookUp, type LookUp, type ResolvedAddress } from './look-up.ts';

/** `any` also allows private addresses and http: the setting WEBHOOK_PRIVATE_ADDRESSES=allow. */
export type AllowedReceivers = 'public' | 'any';

/** The IPv4 networks that are not on the public internet, by the registry of IANA (RFC 6890 and later). */
const PRIVATE_IPV4 = blockListOf('ipv4', [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
  // A public address, but within Azure it is the host of the virtual machine.
  '168.63.129.16/32',
]);

/** All unicast addresses of the public internet; what carries an IPv4 address (mapped, NAT64) is outside of it. */
const PUBLIC_IPV6 = blockListOf('ipv6', ['2000::/3']);
/** Protocols (with Teredo), documentation, 6to4, documentation. */
const PRIVATE_IPV6 = blockListOf('ipv6', ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20']);

function blockListOf(family: 'ipv4' | 'ipv6', networks: readonly string[]): BlockList {
  const list = new BlockList();
  for (const network of networks) {
    const [address = '', prefix] = network.split('/');
    list.addSubnet(address, Number(prefix), family);
  }
  return list;
}

/** False for anything that is not an IP address. */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address);
  if (family === 4) return !PRIVATE_IPV4.check(address, 'ipv4');
  // With a zone it is a link-local address.
  if (family !== 6 || address.includes('%')) return false;
  return PUBLIC_IPV6.check(address, 'ipv6') && !PRIVATE_IPV6.check(address, 'ipv6');
}

/** Public addresses of this machine lead to services that are not meant for the internet. */
const isOwnAddress = (address: string): boolean =>
  Object.values(networkInterfaces()).some((interfaces) =>
    interfaces?.some((own) => isSameAddress(own.address, address)),
  );

const isSameAddress = (one: string, other: string): boolean =>
  one === other ||
  (isIP(one) === 6 && isIP(other) === 6 && !one.includes('%') && canonical(one) === canonical(other));

const canonical = (address: string): string | undefined => URL.parse(`http://[${address}]`)?.hostname;

/** The message is for staff; it contains no address that was found by resolving. */
export class ReceiverRefused extends Error {}

const PRIVATE_TEXT = 'The address is inside a private network. Receivers must be reachable on the internet.';
const NOT_HTTPS_TEXT = 'Address must start with https://.';

/** Why nothing can ever be sent to the address; null if something can, or its name must be resolved first. */
export function receiverProblem(text: string, allowed: AllowedReceivers): string | null {
  if (allowed === 'any') return null;
  const url = new URL(text);
  if (url.protocol !== 'https:') return NOT_HTTPS_TEXT;
  const host = hostOf(url);
  const isLocalName = /^(.+\.)?localhost$/.test(host);
  return isLocalName || (isIP(host) !== 0 && !isAllowed(host)) ? PRIVATE_TEXT : null;
}

/** Without the brackets of an IPv6 address and without the final dot of a name. */
const hostOf = (url: URL): string => url.hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '');

const isAllowed = (address: string): boolean => isPublicAddress(address) && !isOwnAddress(address);

const lookUpName = createLookUp((host) => lookup(host, { all: true }));

/**
 * The addresses to connect to. Throws `ReceiverRefused` if one of them is private: the caller must connect to one of
 * those returned and must not resolve the name again, because the second answer may be another.
 */
export async function resolveReceiver(
  url: URL,
  allowed: AllowedReceivers,
  lookUp: LookUp = lookUpName,
): Promise<ResolvedAddress[]> {
  const problem = receiverProblem(url.href, allowed);
  if (problem !== null) throw new ReceiverRefused(problem);
  const host = hostOf(url);
  const family = isIP(host);
  const addresses = family === 0 ? await lookUp(host).catch(() => []) : [{ address: host, family }];
  if (addresses.length === 0) throw new ReceiverRefused(`The name ${host} cannot be resolved.`);
  if (allowed === 'public' && !addresses.every(({ address }) => isAllowed(address)))
    throw new ReceiverRefused(PRIVATE_TEXT);
  return addresses;
}
