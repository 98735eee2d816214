/** Staff take an import back as a whole: all its draws are deleted, unless one of them was changed since. */
import type { Actor } from '../../../core/actor.ts';
import { AppError } from '../../errors.ts';
import {
  countDrawsOfImport,
  findImportRow,
  type ImportRow,
  isRunning,
  readChangedNumbers,
  readUnchangedDraws,
  removeDrawsOfImport,
  removeImport,
  updateImport,
} from '../../storage/draws/imports-store.ts';
import type { Reader } from '../../storage/schema.ts';
import type { ServiceContext } from '../context.ts';
import { entriesFor } from '../public-log/draw-log.ts';
import type { Fields } from '../snapshots.ts';
import { countText, feedEventsOfPiece, inPieces, PIECE, publishAsWhole } from './import-pieces.ts';
import { type DrawChangeContext, performOnDraws } from './perform-on-draws.ts';

/** Throws `import-stopped` if only a part was taken back. */
export async function takeBackImport(services: ServiceContext, id: string, actor: Actor): Promise<void> {
  let known: Former | null = null;
  await inPieces(services, actor, id, async () => {
    const outcome = await performOnDraws(services, actor, async (change) => {
      const imported = await findImportRow(change.tx, id);
      if (!imported) throw new AppError('not-found', { detail: GONE });
      const former = known ?? (await describeUnchanged(change, imported));
      const isLast = await takeBackPiece(services, change, { imported, former, isFirst: known === null });
      return { former, isLast };
    });
    known = outcome.former;
    return outcome;
  });
}

const GONE = 'There is no such import. It may have been taken back already.';

/** What was there before it was taken back, for the activity log. */
interface Former {
  draws: number;
  fields: Fields;
}

async function describeUnchanged({ tx, now }: DrawChangeContext, imported: ImportRow): Promise<Former> {
  if (isRunning(imported, now)) throw new AppError('import-running');
  const { unchanged, published } = await countDrawsOfImport(tx, imported.id);
  const changed = imported.draws - imported.removed - unchanged;
  if (changed > 0) {
    throw new AppError('import-changed', {
      detail: `${await describeChanged(tx, imported.id, changed, 'since')} Nothing was taken back.`,
    });
  }
  const { first_date, last_date } = imported;
  return {
    draws: unchanged,
    fields: { published, drafts: unchanged - published, firstDate: first_date, lastDate: last_date },
  };
}

interface Piece {
  imported: ImportRow;
  former: Former;
  isFirst: boolean;
}

async function takeBackPiece(
  services: ServiceContext,
  { tx, now, at, publicLog, record, announce }: DrawChangeContext,
  { imported, former, isFirst }: Piece,
): Promise<boolean> {
  const { id } = imported;
  const rows = await readUnchangedDraws(tx, id, PIECE);
  const removed = imported.removed + rows.length;
  const left = imported.draws - removed;
  if (rows.length === 0) {
    throw new AppError('import-changed', { detail: await describeChanged(tx, id, left, 'meanwhile') });
  }
  await removeDrawsOfImport(tx, rows);
  const isLast = left === 0;
  await (isLast ? removeImport(tx, id) : updateImport(tx, id, { removed, active_at: now }));
  const changes = rows.map((before) => ({ before, after: null }));
  await publicLog.append(await entriesFor(tx, publicLog, changes));
  const events = await feedEventsOfPiece(services, { tx, at }, imported, changes);
  if (isLast) await publishAsWhole(services, tx, imported);
  if (!isFirst && !isLast) await announce(events);
  else {
    await record({
      type: 'draw',
      action: isLast ? 'Took back an import' : 'Began to take back an import',
      target: countText(former.draws),
      before: former.fields,
      after: null,
      events,
    });
  }
  return isLast;
}

const MOST_NAMED = 5;

async function describeChanged(
  db: Reader,
  importId: string,
  count: number,
  when: 'since' | 'meanwhile',
): Promise<string> {
  const numbers = await readChangedNumbers(db, importId, MOST_NAMED);
  const named = numbers.length > 0 ? `: ${numbers.join(', ')}` : '';
  const more = count > MOST_NAMED && named ? ' and others' : '';
  const were = count === 1 ? 'One draw of this import was' : `${count} draws of this import were`;
  return `${were} changed or deleted ${when}${named}${more}.`;
}
