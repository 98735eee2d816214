/** Imports many draws in one transaction. */
import type { Actor } from '../../../core/actor.ts';
import type { CsvAdminDraw } from '../../../core/csv.ts';
import { newDraft, publish } from '../../../core/publication.ts';
import { newDrawRow } from '../../storage/draws/draw-rows.ts';
import { findTakenDraws, insertDraws } from '../../storage/draws/draws-store.ts';
import { startNewEpoch } from '../../storage/feed/feed-store.ts';
import type { Reader } from '../../storage/schema.ts';
import { newId, type ServiceContext } from '../context.ts';
import { perform } from '../perform.ts';
import { refusingConflicts } from './draw-conflicts.ts';
import { drawEvent } from './draw-record.ts';

export interface ImportConflict {
  /** Which of the given draws it is, counted from 0. */
  index: number;
  message: string;
}

export type ImportOutcome = { ok: true; imported: number } | { ok: false; conflicts: ImportConflict[] };

/** A stream sends ten changes a second: for more than ten seconds' worth, fetching everything again is faster. */
const MAX_CHANGES_IN_FEED = 100;

export const importDraws = (
  services: ServiceContext,
  draws: readonly CsvAdminDraw[],
  actor: Actor,
): Promise<ImportOutcome> =>
  refusingConflicts(
    perform(services, actor, async ({ tx, now, record }) => {
      const conflicts = await findImportConflicts(tx, draws);
      if (conflicts.length > 0) return { ok: false, conflicts };
      if (draws.length === 0) return { ok: true, imported: 0 };
      const rows = draws.map(({ published, digits, ...draw }) => {
        const draft = newDraft('entered', digits);
        return newDrawRow({
          ...draw,
          id: newId(services),
          publication: published ? publish(draft, now) : draft,
          now,
        });
      });
      await insertDraws(tx, rows);
      const isFeedable = rows.length <= MAX_CHANGES_IN_FEED;
      if (!isFeedable) await startNewEpoch(tx, newId(services));
      await record({
        type: 'draw',
        action: 'Imported results',
        target: `${rows.length} draws`,
        before: null,
        after: describeImport(draws),
        events: isFeedable ? rows.map((after) => drawEvent({ before: null, after })) : [],
      });
      return { ok: true, imported: rows.length };
    }),
  );

/** The given draws whose slot or number is taken already; also what a dry run shows. */
export async function findImportConflicts(
  db: Reader,
  draws: readonly CsvAdminDraw[],
): Promise<ImportConflict[]> {
  const taken = await findTakenDraws(db, draws);
  const slots = new Set(taken.map(({ date, slot }) => `${date} ${slot}`));
  const numbers = new Set(taken.map(({ draw_no }) => draw_no));
  return draws.flatMap(({ date, slot, drawNo }, index) => {
    if (slots.has(`${date} ${slot}`))
      return [{ index, message: `There is already a draw for ${date} ${slot}.` }];
    if (numbers.has(drawNo)) return [{ index, message: `Draw number ${drawNo} is already taken.` }];
    return [];
  });
}

function describeImport(draws: readonly CsvAdminDraw[]) {
  const dates = draws.map(({ date }) => date).sort();
  return {
    published: draws.filter(({ published }) => published).length,
    drafts: draws.filter(({ published }) => !published).length,
    firstDate: dates[0] ?? null,
    lastDate: dates.at(-1) ?? null,
  };
}
