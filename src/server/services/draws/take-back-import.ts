/** Staff take an import back as a whole: all its draws are deleted, unless one of them was changed since. */
import type { Actor } from '../../../core/actor.ts';
import { AppError } from '../../errors.ts';
import type { DrawRow } from '../../storage/draws/draw-rows.ts';
import {
  findImportRow,
  isUnchanged,
  readDrawsOfImport,
  removeImport,
} from '../../storage/draws/imports-store.ts';
import type { ServiceContext } from '../context.ts';
import { entriesFor } from '../public-log/draw-log.ts';
import { describeImported, feedEventsOfMany } from './import-draws.ts';
import { performOnDraws } from './perform-on-draws.ts';

export const takeBackImport = (services: ServiceContext, id: string, actor: Actor): Promise<void> =>
  performOnDraws(services, actor, async ({ tx, publicLog, record }) => {
    const imported = await findImportRow(tx, id);
    if (!imported) throw new AppError('not-found', { detail: GONE });
    const rows = await readDrawsOfImport(tx, id);
    refuseIfChanged(rows, imported.draws);
    await removeImport(tx, id);
    const changes = rows.map((before) => ({ before, after: null }));
    await publicLog.append(await entriesFor(tx, publicLog, changes));
    const events = await feedEventsOfMany(services, tx, publicLog.at, changes);
    await record({
      type: 'draw',
      action: 'Took back an import',
      target: `${rows.length} ${rows.length === 1 ? 'draw' : 'draws'}`,
      before: describeImported(rows),
      after: null,
      events,
    });
  });

const GONE = 'There is no such import. It may have been taken back already.';
const MOST_NAMED = 5;

function refuseIfChanged(rows: readonly DrawRow[], created: number): void {
  const changed = rows.filter((row) => !isUnchanged(row)).map(({ draw_no }) => draw_no);
  const deleted = created - rows.length;
  const count = changed.length + deleted;
  if (count === 0) return;
  const named = changed.length > 0 ? `: ${changed.slice(0, MOST_NAMED).join(', ')}` : '';
  const more = count > MOST_NAMED && named ? ' and others' : '';
  throw new AppError('import-changed', {
    detail: `${count === 1 ? 'One draw' : `${count} draws`} of this import ${count === 1 ? 'was' : 'were'} changed or deleted since${named}${more}. Nothing was taken back.`,
  });
}
