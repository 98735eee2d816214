/** The incidents that were reported to staff, open and ended. */
import { keyOf, type ReportedTrouble, type Trouble } from '../../../core/alerts.ts';
import type { Instant } from '../../../core/ist-time.ts';
import type { Reader, Row, Writer } from '../schema.ts';

/** Those that are open, and those that ended after an instant. */
export async function readReportedIncidents(db: Reader, endedAfter: Instant): Promise<ReportedTrouble[]> {
  const rows = await db
    .selectFrom('alerts')
    .selectAll()
    .where((eb) => eb.or([eb('ended_at', 'is', null), eb('ended_at', '>', endedAfter)]))
    .execute();
  return rows.map(({ id, kind, date, slot, seen_at, ended_at }) => ({
    id,
    kind,
    draw: date === null || slot === null ? null : { date, slot },
    seenAt: seen_at,
    endedAt: ended_at,
  }));
}

export async function insertIncident(
  tx: Writer,
  { id, ...incident }: Trouble & { id: string },
  now: Instant,
): Promise<void> {
  const { kind, draw, since } = incident;
  await tx
    .insertInto('alerts')
    .values({
      id,
      kind,
      subject: keyOf(incident),
      date: draw?.date ?? null,
      slot: draw?.slot ?? null,
      began_at: since,
      seen_at: now,
      ended_at: null,
    })
    .execute();
}

export async function updateIncident(
  tx: Writer,
  id: string,
  change: Partial<Pick<Row<'alerts'>, 'seen_at' | 'ended_at'>>,
): Promise<void> {
  await tx.updateTable('alerts').set(change).where('id', '=', id).execute();
}

/** Deletes those that ended before an instant. */
export async function pruneAlerts(tx: Writer, before: Instant): Promise<void> {
  await tx.deleteFrom('alerts').where('ended_at', '<', before).execute();
}
