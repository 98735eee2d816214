/** A site with a thousand draws beside one with a hundred thousand. */
import { addDays } from '../../src/core/ist-time.ts';
import { SLOTS } from '../../src/core/slots.ts';
import { digitsFor, SITE_CONTENT, TODAY } from '../../tests/e2e/site-content.ts';
import type { SiteContent } from '../../tests/support/seed-site.ts';
import { bodyBytesOf } from '../http/same-bytes.ts';
import { hasWrk, type Load, runLoad } from '../http/wrk.ts';
import type { Measurement } from '../measurement.ts';
import { residentOf } from '../process-figures.ts';
import { startSite } from '../site.ts';
import type { Assignment, Subject } from '../subject.ts';

export const FEW = 1_000;
export const MANY = 100_000;

interface Address {
  name: string;
  path: string;
  /** Each request adds another number to the path. */
  isSearch?: boolean;
}

const ADDRESSES: readonly Address[] = [
  { name: 'home `/`', path: '/' },
  { name: 'charts `/results`', path: '/results' },
  { name: '`/api/draws`', path: '/api/draws' },
  { name: 'search for the last digits', path: '/api/draws?endsWith=', isSearch: true },
  { name: 'search for part of a draw number', path: '/api/draws?q=', isSearch: true },
];
const SEARCH = 'bench/server/search-load.lua';
/** Few, so that slow searches are completed within a round. */
const SEARCH_CONNECTIONS = 4;

export const history: Subject = {
  name: 'history',
  title: '100,000 draws beside 1,000',
  method:
    'Two sites that differ only in the number of past draws (100,000 are 55 years). The searches are for another number in each request, so that the database has to find it, of five digits; pages come from the cache, as they do for visitors.',
  run: measureHistory,
};

export const contentWith = (count: number, today = TODAY): SiteContent => {
  const days = count / SLOTS.length;
  const draws = Array.from({ length: days }, (_, day) =>
    SLOTS.map((slot, place) => ({
      date: addDays(today, day - days + 1),
      slot,
      digits: digitsFor(day, place),
      published: day < days - 1 || place < 3,
    })),
  ).flat();
  return { ...SITE_CONTENT, draws };
};

async function measureHistory({ quick, progress }: Assignment): Promise<Measurement[]> {
  if (!hasWrk) return [{ name: 'requests', unit: '/s', ours: [], note: 'wrk is not installed' }];
  const [rounds, seconds] = quick ? [2, 1] : [7, 2];
  progress(`writing ${MANY.toLocaleString('en')} draws`);
  await using few = await startSite(contentWith(FEW));
  await using many = await startSite(contentWith(MANY));
  const atRest = [residentOf(many.pid), residentOf(few.pid)] as const;
  const measurements: Measurement[] = [];
  for (const address of ADDRESSES) {
    progress(`${address.name}: ${rounds} rounds of ${seconds} s, in turns`);
    const loads = [await loadOf(many, address, seconds), await loadOf(few, address, seconds)] as const;
    for (const load of loads) await runLoad({ ...load, seconds: 1 });
    const ours: number[] = [];
    const others: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      ours.push((await runLoad(loads[0])).perSecond);
      others.push((await runLoad(loads[1])).perSecond);
    }
    measurements.push(describe(address.name, 'requests/s', ours, others));
  }
  return [...measurements, describe('resident memory after the start', 'MB', [atRest[0]], [atRest[1]])];
}

async function loadOf(
  { url, pid }: { url: string; pid: number },
  { path, isSearch }: Address,
  seconds: number,
): Promise<Load> {
  if (isSearch)
    return { url: url + path, pid, seconds, bodyBytes: 0, script: SEARCH, connections: SEARCH_CONNECTIONS };
  return { url: url + path, pid, seconds, bodyBytes: await bodyBytesOf(url + path) };
}

const describe = (name: string, unit: string, ours: number[], others: number[]): Measurement => ({
  name,
  unit,
  ours,
  anchor: { name: '1,000 draws', samples: others },
});
