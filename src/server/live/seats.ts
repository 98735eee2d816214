/** Counts the streams that are open, in all and from each network, and refuses those that are too many. */
import { AppError } from '../errors.ts';
import type { StreamLimits } from './stream-limits.ts';

export interface Seats {
  /** Takes one for an address, or refuses; the answer gives it back, however often it is called. */
  take(address: string): () => void;
}

const RETRY_AFTER_SECONDS = 10;

export function createSeats({ streamsPerNetwork, streamsInAll }: StreamLimits): Seats {
  const taken = new Map<string, number>();
  let inAll = 0;
  return {
    take(address) {
      const network = networkOf(address);
      const before = taken.get(network) ?? 0;
      if (inAll >= streamsInAll || before >= streamsPerNetwork) {
        throw new AppError('too-many-streams', { retryAfter: RETRY_AFTER_SECONDS });
      }
      inAll += 1;
      taken.set(network, before + 1);
      let isTaken = true;
      return () => {
        if (!isTaken) return;
        isTaken = false;
        inAll -= 1;
        const left = (taken.get(network) ?? 1) - 1;
        if (left > 0) taken.set(network, left);
        else taken.delete(network);
      };
    },
  };
}

/** One IPv6 customer has a whole /64, so their addresses count as one. */
export function networkOf(address: string): string {
  if (!address.includes(':')) return address;
  const [front = '', back] = address.split('::');
  const groupsOf = (part: string): string[] => part.split(':').filter((group) => group !== '');
  const groups = groupsOf(front);
  const omitted = back === undefined ? 0 : 8 - groups.length - groupsOf(back).length;
  const full = [...groups, ...Array<string>(Math.max(0, omitted)).fill('0'), ...groupsOf(back ?? '')];
  return `${full.slice(0, 4).join(':')}::/64`;
}
