/** A change of draws: with its entries in the public log, in the same transaction as its activity entry. */
import type { Actor } from '../../../core/actor.ts';
import type { Instant } from '../../../core/ist-time.ts';
import { appendEntries, entryTime } from '../../public-log/append-entries.ts';
import type { DrawRow } from '../../storage/draws/draw-rows.ts';
import type { ServiceContext } from '../context.ts';
import { type ChangeContext, perform, performByDatabaseTime } from '../perform.ts';
import { entriesFor } from '../public-log/draw-log.ts';
import type { RowChange } from '../row-change.ts';
import type { Fields } from '../snapshots.ts';
import { drawRecord } from './draw-record.ts';

export interface DrawChangeContext extends ChangeContext {
  /** The time of the log's entries, and so of a publication or correction: never before the last entry. */
  at: Instant;
  /** Not called when nothing changed. */
  recordDraw(action: string, change: RowChange<DrawRow>, remarks?: Fields): Promise<void>;
}

type Work<Result> = (change: DrawChangeContext) => Promise<Result>;

export const performOnDraws = <Result>(
  services: ServiceContext,
  actor: Actor,
  work: Work<Result>,
): Promise<Result> => perform(services, actor, async (change) => work(await withLog(services, change)));

/** See `performByDatabaseTime`. */
export const performOnDrawsByDatabaseTime = <Result>(
  services: ServiceContext,
  actor: Actor,
  work: Work<Result>,
): Promise<Result> =>
  performByDatabaseTime(services, actor, async (change) => work(await withLog(services, change)));

async function withLog(services: ServiceContext, change: ChangeContext): Promise<DrawChangeContext> {
  const { tx, record } = change;
  const at = await entryTime(tx, services);
  return {
    ...change,
    at,
    async recordDraw(action, rows, remarks) {
      await appendEntries(tx, at, await entriesFor(tx, at, [rows]));
      await record(drawRecord(action, rows, remarks));
    },
  };
}
