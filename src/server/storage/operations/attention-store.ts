/** Reads for the list of what needs attention. */
import type { Backup } from '../../../contract/backups.ts';
import { needsApproval } from '../../../core/approval.ts';
import type { UnapprovedDraw, WaitingDraft } from '../../../core/draw-attention.ts';
import type { Instant, IstDate } from '../../../core/ist-time.ts';
import type { Slot } from '../../../core/slots.ts';
import { approvalOf } from '../draws/draw-rows.ts';
import type { Reader } from '../schema.ts';
import { toBackup } from './backups-store.ts';

export async function readWaitingDrafts(db: Reader): Promise<WaitingDraft[]> {
  const rows = await db
    .selectFrom('draws')
    .select(['id', 'date', 'slot', 'draw_no', 'provenance', 'on_hold', 'published_at'])
    .select(['created_at', 'updated_at', 'proposal', 'unapproved'])
    .where('published', '=', 0)
    .execute();
  const held = rows.filter(({ on_hold }) => on_hold === 1).map(({ draw_no }) => draw_no);
  const heldAt = await readHoldTimes(db, held);
  return rows.map((row) => ({
    id: row.id,
    date: row.date,
    slot: row.slot,
    provenance: row.provenance,
    createdAt: row.created_at,
    isWithdrawn: row.published_at !== null,
    // The activity log may have it under a former number.
    heldSince: row.on_hold === 1 ? (heldAt.get(row.draw_no) ?? row.updated_at) : null,
    needsApproval: needsApproval(approvalOf(row)),
  }));
}

/** Also published draws, of which a correction waits. */
export async function readUnapprovedDraws(db: Reader): Promise<UnapprovedDraw[]> {
  const rows = await db
    .selectFrom('draws')
    .select(['id', 'date', 'slot', 'published_at', 'created_at', 'proposal', 'unapproved'])
    .where((eb) => eb.or([eb('proposal', 'is not', null), eb('unapproved', '=', 1)]))
    .orderBy('date')
    .orderBy('slot')
    .execute();
  return rows.map((row) => {
    const { proposal } = approvalOf(row);
    return {
      id: row.id,
      date: row.date,
      slot: row.slot,
      wasPublished: row.published_at !== null,
      createdAt: row.created_at,
      proposal: proposal && { by: proposal.by.name, at: proposal.at },
    };
  });
}

async function readHoldTimes(db: Reader, drawNumbers: readonly string[]): Promise<Map<string, Instant>> {
  if (drawNumbers.length === 0) return new Map();
  const rows = await db
    .selectFrom('activity')
    .select((eb) => ['target', eb.fn.max('at').as('at')])
    .where('type', '=', 'draw')
    .where('target', 'in', drawNumbers)
    .where('after', 'like', '%"onHold":true%')
    .groupBy('target')
    .execute();
  return new Map(rows.map(({ target, at }) => [target, at]));
}

export const readSlotsSince = (db: Reader, date: IstDate): Promise<{ date: IstDate; slot: Slot }[]> =>
  db.selectFrom('draws').select(['date', 'slot']).where('date', '>=', date).execute();

export const readFirstDraw = (db: Reader): Promise<{ date: IstDate; created_at: Instant } | undefined> =>
  db
    .selectFrom('draws')
    .select(['date', 'created_at'])
    .orderBy('date')
    .orderBy('slot')
    .limit(1)
    .executeTakeFirst();

export const readFirstActivity = (db: Reader): Promise<{ at: Instant } | undefined> =>
  db.selectFrom('activity').select('at').orderBy('at').limit(1).executeTakeFirst();

/** When a setting got its present value; null if it never changed. */
export async function readSettingChangedAt(
  db: Reader,
  name: 'autoPublish' | 'maintenanceMode',
  value: boolean,
): Promise<Instant | null> {
  const row = await db
    .selectFrom('activity')
    .select('at')
    .where('type', '=', 'settings')
    .where('after', 'like', `%"${name}":${value}%`)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.at ?? null;
}

/** The newest backup that is not running. */
export async function readNewestEndedBackup(db: Reader): Promise<Backup | null> {
  const row = await db
    .selectFrom('backups')
    .selectAll()
    .where('status', '!=', 'running')
    .orderBy('started_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row ? toBackup(row) : null;
}
