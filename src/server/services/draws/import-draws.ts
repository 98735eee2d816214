/** Imports many draws in one transaction. */
import type { Actor } from '../../../core/actor.ts';
import type { CsvAdminDraw } from '../../../core/csv.ts';
import { digitsToText } from '../../../core/digits.ts';
import type { Instant } from '../../../core/ist-time.ts';
import { newEnteredDraft, publish } from '../../../core/publication.ts';
import { AppError } from '../../errors.ts';
import { newSalt } from '../../public-log/logged-draws.ts';
import { type DrawRow, isPublished, newDrawRow } from '../../storage/draws/draw-rows.ts';
import { findTakenDraws, insertDraws } from '../../storage/draws/draws-store.ts';
import { insertImport } from '../../storage/draws/imports-store.ts';
import { type FeedEvent, startNewEpoch } from '../../storage/feed/feed-store.ts';
import type { Reader, Writer } from '../../storage/schema.ts';
import { newId, type ServiceContext } from '../context.ts';
import { entriesForImport } from '../public-log/draw-log.ts';
import type { RowChange } from '../row-change.ts';
import type { Fields } from '../snapshots.ts';
import { refusingConflicts } from './draw-conflicts.ts';
import { drawFeedEvent } from './draw-record.ts';
import { recordOutgoingEvent } from './outgoing-event.ts';
import { performOnDraws } from './perform-on-draws.ts';
import { isApprovalOn } from './propose-result.ts';

export interface ImportConflict {
  /** Which of the given draws it is, counted from 0. */
  index: number;
  message: string;
}

export type ImportOutcome =
  /** Without draws there is no import to take back. */
  { ok: true; imported: number; importId: string | null } | { ok: false; conflicts: ImportConflict[] };

/** A stream sends ten changes a second: for more than ten seconds' worth, fetching everything again is faster. */
const MAX_PUBLIC_CHANGES = 100;

export const importDraws = (
  services: ServiceContext,
  draws: readonly CsvAdminDraw[],
  actor: Actor,
  { checkApproval = false }: { checkApproval?: boolean } = {},
): Promise<ImportOutcome> =>
  refusingConflicts(
    performOnDraws(services, actor, async ({ tx, now, publicLog, at, record }) => {
      if (checkApproval) await refuseImportForApproval(tx);
      const conflicts = await findImportConflicts(tx, draws);
      if (conflicts.length > 0) return { ok: false, conflicts };
      if (draws.length === 0) return { ok: true, imported: 0, importId: null };
      const importId = newId(services);
      const rows = draws.map(({ published, digits, ...draw }) => {
        const salt = published ? null : newSalt(services);
        const draft = newEnteredDraft({ ...draw, digits: digitsToText(digits) }, salt);
        const publication = published ? publish(draft, at) : draft;
        return newDrawRow({ id: newId(services), publication, now, importId });
      });
      await insertDraws(tx, rows);
      await publicLog.append(await entriesForImport(rows));
      await insertImport(tx, { id: importId, created_at: now, user_name: actor.name, draws: rows.length });
      const events = await feedEventsOfMany(
        services,
        tx,
        at,
        rows.map((after) => ({ before: null, after })),
      );
      await record({
        type: 'draw',
        action: 'Imported results',
        target: `${rows.length} ${rows.length === 1 ? 'draw' : 'draws'}`,
        before: null,
        after: describeImported(rows),
        events,
      });
      return { ok: true, imported: rows.length, importId };
    }),
  );

/**
 * Returns the feed rows of many changes of draws and stores their outgoing events; with too many there are none of
 * both, and every client fetches again. Only public changes count: a new epoch would tell the public that there are
 * drafts.
 */
export async function feedEventsOfMany(
  services: ServiceContext,
  tx: Writer,
  at: Instant,
  changes: readonly RowChange<DrawRow>[],
): Promise<FeedEvent[]> {
  const events = changes.map(drawFeedEvent);
  if (events.filter((event) => event.public !== null).length > MAX_PUBLIC_CHANGES) {
    await startNewEpoch(tx, newId(services));
    return [];
  }
  for (const change of changes) await recordOutgoingEvent(services, tx, at, change);
  return events;
}

/** Imported results would be public without the approval of a second person. */
export async function refuseImportForApproval(db: Reader): Promise<void> {
  if (await isApprovalOn(db)) throw new AppError('needs-approval', { detail: IMPORT_NEEDS_APPROVAL });
}

const IMPORT_NEEDS_APPROVAL =
  'While results need the approval of a second person, a file cannot be imported here: its results would be public at once. An operator can import it on the server.';

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

/** For the activity log. */
export function describeImported(rows: readonly DrawRow[]): Fields {
  const dates = rows.map(({ date }) => date).sort();
  const published = rows.filter(isPublished).length;
  return {
    published,
    drafts: rows.length - published,
    firstDate: dates[0] ?? null,
    lastDate: dates.at(-1) ?? null,
  };
}
