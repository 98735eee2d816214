/** Resolves the names of receivers: each within a deadline, and few at once below one domain. */
import { LRUCache } from 'lru-cache';
import { SECOND } from '../../core/ist-time.ts';

export interface ResolvedAddress {
  address: string;
  family: number;
}

/** All addresses of a name. */
export type LookUp = (host: string) => Promise<ResolvedAddress[]>;

/** The resolver repeats a lost question after 5 seconds. */
const WITHIN = 6 * SECOND;
/** Names that somebody made up, or whose servers do not respond, do not delay those below other domains. */
const AT_ONCE = 8;
const KEPT_FOR = 30 * SECOND;
const MOST_KEPT = 1_000;

/** Rejects after `within` milliseconds, which include the wait for other questions. */
export function createLookUp(ask: LookUp, within = WITHIN): LookUp {
  const lines = new Map<string, { asking: number; waiting: (() => void)[] }>();

  /** Asks when it is the turn of the host, unless it is too late then. */
  async function askInTurn(host: string, isTooLate: () => boolean): Promise<ResolvedAddress[]> {
    const domain = host.split('.').slice(-2).join('.');
    const line = lines.get(domain) ?? { asking: 0, waiting: [] };
    lines.set(domain, line);
    if (line.asking < AT_ONCE) line.asking += 1;
    else await new Promise<void>((resolve) => void line.waiting.push(resolve));
    try {
      return isTooLate() ? [] : await ask(host);
    } finally {
      const next = line.waiting.shift();
      if (next) next();
      else {
        line.asking -= 1;
        if (line.asking === 0) lines.delete(domain);
      }
    }
  }

  async function askInTime(host: string): Promise<ResolvedAddress[]> {
    const { promise: timeout, reject } = Promise.withResolvers<never>();
    let isTooLate = false;
    const timer = setTimeout(() => {
      isTooLate = true;
      reject(new Error('No answer in time.'));
    }, within);
    try {
      return await Promise.race([askInTurn(host, () => isTooLate), timeout]);
    } finally {
      clearTimeout(timer);
    }
  }

  /** The same question is asked once at a time. */
  const answers = new LRUCache<string, ResolvedAddress[]>({
    max: MOST_KEPT,
    ttl: KEPT_FOR,
    fetchMethod: askInTime,
  });

  return async (host) => (await answers.fetch(host)) ?? [];
}
