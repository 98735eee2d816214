/** A change of draws: with its entries in the public log and its outgoing events, in one transaction. */
import type { Actor } from '../../../core/actor.ts';
import type { Instant } from '../../../core/ist-time.ts';
import { readLogNow, type TransactionLog } from '../../public-log/append-entries.ts';
import type { DrawRow } from '../../storage/draws/draw-rows.ts';
import type { ServiceContext } from '../context.ts';
import { type ChangeContext, perform } from '../perform.ts';
import { entriesFor } from '../public-log/draw-log.ts';
import type { RowChange } from '../row-change.ts';
import type { Fields } from '../snapshots.ts';
import { recordCorrectionAlert } from './correction-alert.ts';
import { drawRecord } from './draw-record.ts';
import { recordOutgoingEvent } from './outgoing-event.ts';

export interface DrawChangeContext extends ChangeContext {
  publicLog: TransactionLog;
  /** The time of the log's entries, and so of a publication or correction: never before the last entry. */
  at: Instant;
  /** Not called when nothing changed. */
  recordDraw(action: string, change: RowChange<DrawRow>, remarks?: Fields): Promise<void>;
}

export const performOnDraws = <Result>(
  services: ServiceContext,
  actor: Actor,
  work: (change: DrawChangeContext) => Promise<Result>,
): Promise<Result> =>
  perform(services, actor, async (change) =>
    work(withLog(services, actor, change, await readLogNow(change.tx, services))),
  );

export const withLog = (
  services: ServiceContext,
  actor: Actor,
  change: ChangeContext,
  publicLog: TransactionLog,
): DrawChangeContext => ({
  ...change,
  publicLog,
  at: publicLog.at,
  async recordDraw(action, rows, remarks) {
    await publicLog.append(await entriesFor(change.tx, publicLog, [rows]));
    await change.record(drawRecord(action, rows, remarks));
    await recordOutgoingEvent(services, change.tx, publicLog.at, rows);
    await recordCorrectionAlert(services, { tx: change.tx, actor, at: publicLog.at }, rows);
  },
});
