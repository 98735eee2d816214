/** Counts the streams that are open, in all and from each network, and refuses those that are too many. */
import { AppError } from '../errors.ts';
import type { StreamLimits } from './stream-limits.ts';

export interface Seats {
  /** Takes one for a network, or refuses; the answer gives it back, however often it is called. */
  take(network: string): () => void;
}

const RETRY_AFTER_SECONDS = 10;

export function createSeats({ streamsPerNetwork, streamsInAll }: StreamLimits): Seats {
  const taken = new Map<string, number>();
  let inAll = 0;
  return {
    take(network) {
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
