/** What random results follow from: the beacon and a seed, or a seed alone. */
import type { Draw } from '../../../contract/draws.ts';
import type { IstDate } from '../../../core/ist-time.ts';
import type { LogEntry } from '../../../core/public-log/entries.ts';
import type { KnownRandomness, Randomness } from '../../../core/result-label.ts';
import { readTextsOfDraws } from '../../storage/public-log/log-store.ts';
import { findSeedDay, type SeedDay } from '../../storage/public-log/seeds-store.ts';
import type { Reader } from '../../storage/schema.ts';

/** Of the published draws of a page, and of those of a date that are published later. */
export async function readRandomness(
  db: Reader,
  draws: readonly Draw[],
  date: IstDate,
): Promise<KnownRandomness> {
  const random = draws.filter(({ provenance }) => provenance === 'generated').map(({ id }) => id);
  const [day, byId] = await Promise.all([findSeedDay(db, date), readById(db, random)]);
  const randomness = day ? EXPECTED[day.beacon] : null;
  return { byId, expected: randomness && { date, randomness } };
}

const EXPECTED: Record<SeedDay['beacon'], Randomness | null> = {
  awaited: null,
  verified: 'beacon',
  missing: 'seed',
  none: 'seed',
};

async function readById(db: Reader, ids: readonly string[]): Promise<KnownRandomness['byId']> {
  const byId: Record<string, Randomness | null> = Object.fromEntries(ids.map((id) => [id, null]));
  if (ids.length === 0) return byId;
  for (const text of await readTextsOfDraws(db, ids)) {
    const entry: LogEntry = JSON.parse(text);
    if (entry.kind !== 'result' || !entry.opening || !('seed' in entry.opening)) continue;
    byId[entry.id] = entry.opening.signature === null ? 'seed' : 'beacon';
  }
  return byId;
}
