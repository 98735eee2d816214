/** Imports many draws, in pieces if they are more than a transaction should have. */
import { setImmediate } from 'node:timers/promises';
import type { Actor } from '../../../core/actor.ts';
import type { CsvAdminDraw } from '../../../core/csv.ts';
import { MOST_PROBLEMS } from '../../../core/csv.ts';
import { digitsToText } from '../../../core/digits.ts';
import type { Instant } from '../../../core/ist-time.ts';
import { newEnteredDraft, publish } from '../../../core/publication.ts';
import { AppError, type ErrorCode } from '../../errors.ts';
import { newSalt } from '../../public-log/logged-draws.ts';
import { type DrawRow, newDrawRow } from '../../storage/draws/draw-rows.ts';
import { findTakenDraws, insertDraws } from '../../storage/draws/draws-store.ts';
import {
  findImportRow,
  type ImportRow,
  insertImport,
  updateImport,
} from '../../storage/draws/imports-store.ts';
import { inBatches } from '../../storage/queries/batches.ts';
import type { Reader, Writer } from '../../storage/schema.ts';
import { newId, type ServiceContext } from '../context.ts';
import { entriesForImport } from '../public-log/draw-log.ts';
import type { Fields } from '../snapshots.ts';
import { refusingConflicts } from './draw-conflicts.ts';
import { countText, feedEventsOfPiece, inPieces, PIECE, publishAsWhole } from './import-pieces.ts';
import { type DrawChangeContext, performOnDraws } from './perform-on-draws.ts';
import { isApprovalOn } from './propose-result.ts';

export interface ImportConflict<Draw = CsvAdminDraw> {
  draw: Draw;
  message: string;
}

export type ImportOutcome<Draw = CsvAdminDraw> =
  /** Without draws there is no import to take back. */
  { ok: true; imported: number; importId: string | null } | { ok: false; conflicts: ImportConflict<Draw>[] };

/** Throws `import-stopped` if only a part was stored. A conflict that is there before it begins stores nothing. */
export async function importDraws<Draw extends CsvAdminDraw>(
  services: ServiceContext,
  draws: readonly Draw[],
  actor: Actor,
  { checkApproval = false }: { checkApproval?: boolean } = {},
): Promise<ImportOutcome<Draw>> {
  const conflicts = await findImportConflicts(services.database.db, draws);
  if (conflicts.length > 0) return { ok: false, conflicts };
  if (draws.length === 0) return { ok: true, imported: 0, importId: null };
  const id = newId(services);
  const summary = summaryOf(draws);
  // Ids ascend (`drawIdOf`): results come first, because a missing id between two of them would tell of a draft.
  const ordered = draws.toSorted((one, other) => Number(other.published) - Number(one.published));
  let stored = 0;
  await inPieces(services, actor, id, async () => {
    const piece = ordered.slice(stored, stored + PIECE);
    const work = performOnDraws(services, actor, async (change) => {
      if (checkApproval) await refuseImportForApproval(change.tx);
      const imported =
        stored === 0
          ? newImport({ id, actor, now: change.now, summary })
          : await findOwnImport(change.tx, id, stored);
      await storePiece(services, change, imported, piece);
    });
    await namingConflict(services.database.db, piece, refusingConflicts(work));
    stored += piece.length;
    return { isLast: stored === ordered.length };
  });
  return { ok: true, imported: stored, importId: id };
}

async function storePiece(
  services: ServiceContext,
  { tx, now, publicLog, at, record, announce }: DrawChangeContext,
  imported: ImportRow,
  piece: readonly CsvAdminDraw[],
): Promise<void> {
  const rows = piece.map((draw, index) =>
    rowOf(services, draw, { id: drawIdOf(imported, imported.draws + index), importId: imported.id, now, at }),
  );
  await insertDraws(tx, rows);
  await publicLog.append(await entriesForImport(rows));
  const isFirst = imported.draws === 0;
  const draws = imported.draws + rows.length;
  const isLast = draws === imported.total;
  const progress = { draws, active_at: isLast ? null : now };
  await (isFirst ? insertImport(tx, { ...imported, ...progress }) : updateImport(tx, imported.id, progress));
  const changes = rows.map((after) => ({ before: null, after }));
  const events = await feedEventsOfPiece(services, { tx, at }, imported, changes);
  if (isLast) await publishAsWhole(services, tx, imported);
  if (!isFirst && !isLast) return announce(events);
  await record({
    type: 'draw',
    action: isLast ? 'Imported results' : 'Began an import',
    target: countText(imported.total),
    before: null,
    after: describeImport(imported),
    events,
  });
}

/** In ascending order: random ids would change another page of two indexes for each draw (decision 67). */
const drawIdOf = ({ id }: ImportRow, index: number): string =>
  id.slice(0, -INDEX_DIGITS) + index.toString(16).padStart(INDEX_DIGITS, '0');

const INDEX_DIGITS = 8;

function rowOf(
  services: ServiceContext,
  { published, digits, ...draw }: CsvAdminDraw,
  { id, importId, now, at }: { id: string; importId: string; now: Instant; at: Instant },
): DrawRow {
  const salt = published ? null : newSalt(services);
  const { date, slot, drawNo } = draw;
  const draft = newEnteredDraft({ date, slot, drawNo, digits: digitsToText(digits) }, salt);
  const publication = published ? publish(draft, at) : draft;
  return newDrawRow({ id, publication, now, importId });
}

type Summary = Pick<ImportRow, 'total' | 'published' | 'first_date' | 'last_date'>;

function summaryOf(draws: readonly CsvAdminDraw[]): Summary {
  const summary: Summary = { total: draws.length, published: 0, first_date: null, last_date: null };
  for (const { date, published } of draws) {
    if (published) summary.published += 1;
    if (summary.first_date === null || date < summary.first_date) summary.first_date = date;
    if (summary.last_date === null || date > summary.last_date) summary.last_date = date;
  }
  return summary;
}

const newImport = ({
  id,
  actor,
  now,
  summary,
}: {
  id: string;
  actor: Actor;
  now: Instant;
  summary: Summary;
}): ImportRow => ({
  id,
  created_at: now,
  user_name: actor.name,
  ...summary,
  draws: 0,
  removed: 0,
  active_at: null,
});

/** Looks for the draw only after a conflict: without statistics PostgreSQL reads all draws for that. */
async function namingConflict(
  db: Reader,
  piece: readonly CsvAdminDraw[],
  work: Promise<void>,
): Promise<void> {
  try {
    await work;
  } catch (error) {
    const isConflict = error instanceof AppError && CONFLICTS.includes(error.code);
    const [conflict] = isConflict ? await conflictsOf(db, piece) : [];
    throw conflict ? new AppError('draw-exists', { detail: conflict.message }) : error;
  }
}

const CONFLICTS: readonly ErrorCode[] = ['draw-exists', 'draw-number-taken'];

/** A process that was frozen may find that its import was stopped, and taken back. */
async function findOwnImport(tx: Writer, id: string, stored: number): Promise<ImportRow> {
  const row = await findImportRow(tx, id);
  const isOwn = row && row.active_at !== null && row.draws === stored && row.removed === 0;
  if (!isOwn) throw new AppError('import-stopped', { detail: 'It was stopped or taken back meanwhile.' });
  return row;
}

/** Imported results would be public without the approval of a second person. */
export async function refuseImportForApproval(db: Reader): Promise<void> {
  if (await isApprovalOn(db)) throw new AppError('needs-approval', { detail: IMPORT_NEEDS_APPROVAL });
}

const IMPORT_NEEDS_APPROVAL =
  'While results need the approval of a second person, a file cannot be imported here: its results would be public at once. An operator can import it on the server.';

/** The given draws whose slot or number is taken already, up to a limit; also what a dry run shows. */
export async function findImportConflicts<Draw extends CsvAdminDraw>(
  db: Reader,
  draws: readonly Draw[],
): Promise<ImportConflict<Draw>[]> {
  const conflicts: ImportConflict<Draw>[] = [];
  for (const batch of inBatches(draws)) {
    conflicts.push(...(await conflictsOf(db, batch)));
    if (conflicts.length >= MOST_PROBLEMS) break;
    // SQLite answers synchronously: other requests run between the batches.
    await setImmediate();
  }
  return conflicts.slice(0, MOST_PROBLEMS);
}

async function conflictsOf<Draw extends CsvAdminDraw>(
  db: Reader,
  draws: readonly Draw[],
): Promise<ImportConflict<Draw>[]> {
  const taken = await findTakenDraws(db, draws);
  const slots = new Set(taken.map(({ date, slot }) => `${date} ${slot}`));
  const numbers = new Set(taken.map(({ draw_no }) => draw_no));
  return draws.flatMap((draw) => {
    const { date, slot, drawNo } = draw;
    if (slots.has(`${date} ${slot}`))
      return [{ draw, message: `There is already a draw for ${date} ${slot}.` }];
    if (numbers.has(drawNo)) return [{ draw, message: `Draw number ${drawNo} is already taken.` }];
    return [];
  });
}

/** For the activity log. */
const describeImport = ({ total, published, first_date, last_date }: Summary): Fields => ({
  published,
  drafts: total - published,
  firstDate: first_date,
  lastDate: last_date,
});
