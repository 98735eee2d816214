/** Parses the settings of the beacon: its chain, and the relays that its rounds are fetched from. */
import { createHash } from 'node:crypto';
import { type BeaconChain, PUBLIC_KEY_BYTES, QUICKNET } from '../core/public-log/beacon-chain.ts';
import { isHex } from '../core/public-log/crypto.ts';

export interface BeaconSource {
  chain: BeaconChain;
  relays: string[];
}

const DRAND_RELAYS = [
  'https://api.drand.sh',
  'https://api2.drand.sh',
  'https://api3.drand.sh',
  'https://drand.cloudflare.com',
];

/** Null: no beacon. Undefined: not a valid setting. */
export function beaconOf(setting: string): BeaconSource | null | undefined {
  if (setting === 'off') return null;
  if (setting === 'quicknet') return { chain: QUICKNET, relays: [...DRAND_RELAYS] };
  const [address = '', key = '', genesis = '', period = '', ...more] = setting.split('#');
  const relay = relayOf(address);
  const publicKey = key.toLowerCase();
  if (relay === null || more.length > 0 || !isHex(publicKey, PUBLIC_KEY_BYTES)) return undefined;
  // Twelve digits: a number of milliseconds has more.
  if (!/^\d{1,12}$/.test(genesis) || !/^[1-9]\d{0,8}$/.test(period)) return undefined;
  const id = createHash('sha256').update(publicKey, 'hex').digest('hex');
  return {
    chain: { id, publicKey, genesis: Number(genesis), period: Number(period) },
    relays: [relay],
  };
}

/** Undefined: not a valid setting. */
export function relaysOf(list: string): string[] | undefined {
  const addresses = list.split(',').filter((part) => part.trim() !== '');
  const relays = addresses.map(relayOf).filter((relay) => relay !== null);
  return relays.length > 0 && relays.length === addresses.length ? relays : undefined;
}

/** The address as a prefix of others, without a slash at the end. */
function relayOf(address: string): string | null {
  const url = URL.parse(address);
  // A comma is a valid character of a host, but separates a list here.
  if (!url || !/^https?:$/.test(url.protocol) || url.host.includes(',')) return null;
  if (url.username || url.password || url.search || url.hash) return null;
  return `${url.origin}${url.pathname}`.replace(/\/+$/, '');
}
