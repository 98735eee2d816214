/** The entries of the public log for changes of draws. */
import type { Instant } from '../../../core/ist-time.ts';
import {
  type DrawChange,
  type DrawSnapshot,
  entriesOfChange,
  needsSeal,
  opensSeed,
} from '../../../core/public-log/draw-entries.ts';
import type { NewEntry, SeedOpening } from '../../../core/public-log/entries.ts';
import type { TransactionLog } from '../../public-log/append-entries.ts';
import { adoptionOf, loggedDraw, sealedEntryOf, sealOf } from '../../public-log/logged-draws.ts';
import type { DrawRow } from '../../storage/draws/draw-rows.ts';
import { openSeeds } from '../../storage/public-log/seeds-store.ts';
import type { Writer } from '../../storage/schema.ts';
import type { RowChange } from '../row-change.ts';

/** None while no log is open. Marks the seeds of random drafts that are published as opened. */
export async function entriesFor(
  tx: Writer,
  { isOpen, at }: Pick<TransactionLog, 'isOpen' | 'at'>,
  changes: readonly RowChange<DrawRow>[],
): Promise<NewEntry[]> {
  if (!isOpen) return [];
  const entries: NewEntry[] = [];
  for (const { before, after } of changes) {
    const change: DrawChange = { before: before && loggedDraw(before), after: after && loggedDraw(after) };
    const secrets = {
      sealed: change.after && needsSeal(change) ? await sealOf(change.after.publication) : null,
      seed: change.after && opensSeed(change) ? await openSeed(tx, at, change.after) : null,
    };
    entries.push(...entriesOfChange(change, secrets));
  }
  return entries;
}

/** Of imported draws: results are adopted, drafts sealed. */
export const entriesForImport = (rows: readonly DrawRow[]): Promise<NewEntry[]> =>
  Promise.all(
    rows.map((row) => (row.published === 1 ? adoptionOf(loggedDraw(row)) : sealedEntryOf(loggedDraw(row)))),
  );

async function openSeed(tx: Writer, at: Instant, { publication }: DrawSnapshot): Promise<SeedOpening> {
  const [opened] = await openSeeds(tx, [publication.result.drawNo], at);
  if (!opened) throw new Error('a random draft has no seed');
  const { drawNo, ...opening } = opened;
  return opening;
}
