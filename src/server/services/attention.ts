/** What needs the attention of staff now, from the draws, the settings and the state of the server. */
import type { Attention } from '../../contract/attention.ts';
import type { Backup } from '../../contract/backups.ts';
import type { Settings } from '../../contract/settings.ts';
import type { AlertFacts } from '../../core/alerts.ts';
import { orderAttention, type ServerFacts, serverAttention } from '../../core/attention.ts';
import { type DrawFacts, drawAttention, firstExaminedDay } from '../../core/draw-attention.ts';
import type { Instant } from '../../core/ist-time.ts';
import {
  readFirstActivity,
  readFirstDraw,
  readNewestEndedBackup,
  readSettingChangedAt,
  readSlotsSince,
  readUnapprovedDraws,
  readWaitingDrafts,
} from '../storage/operations/attention-store.ts';
import { readFailingSince } from '../storage/operations/mails-store.ts';
import { readSettings } from '../storage/operations/settings-store.ts';
import { isoOf } from '../storage/queries/wire-values.ts';
import type { Reader } from '../storage/schema.ts';
import type { ServiceContext } from './context.ts';
import { type CommittedDays, readCommittedDays } from './public-log/log-state.ts';

/** The state of other parts of this node. */
export interface AttentionSources {
  lastVerifiedBackup(): Promise<Backup | null>;
  /** When its clock last jumped ahead; null if not recently. */
  clockJumpedAt(): Instant | null;
  /** Since when automation fails on it; null while it works. */
  automationFailingSince(): Instant | null;
}

/** What the sources of this node have returned. */
export interface NodeFacts {
  verifiedBackup: Backup | null;
  clockJumpedAt: Instant | null;
  automationFailingSince: Instant | null;
}

export const readNodeFacts = async (sources: AttentionSources): Promise<NodeFacts> => ({
  verifiedBackup: await sources.lastVerifiedBackup(),
  clockJumpedAt: sources.clockJumpedAt(),
  automationFailingSince: sources.automationFailingSince(),
});

export async function readAttention(
  { database: { db }, clock }: ServiceContext,
  sources: AttentionSources,
): Promise<Attention> {
  const now = clock.now();
  const { draws, server } = await readAttentionFacts(db, await readNodeFacts(sources), now);
  const items = [...drawAttention(draws, now), ...serverAttention(server, now)];
  return { items: orderAttention(items, now).map((item) => ({ ...item, since: isoOf(item.since) })) };
}

export async function readAttentionFacts(
  db: Reader,
  node: NodeFacts,
  now: Instant,
): Promise<AlertFacts & { settings: Settings }> {
  const { settings } = await readSettings(db);
  const beginning = await readBeginning(db);
  const days = await readCommittedDays(db, now);
  const draws: DrawFacts = {
    rules: settings,
    drafts: await readWaitingDrafts(db),
    unapproved: await readUnapprovedDraws(db),
    draws: await readSlotsSince(db, firstExaminedDay(now)),
    draftsExpectedAt: days.draftsExpectedAt,
    ...beginning,
  };
  const server = await readServerFacts(db, settings, node, {
    days,
    firstDataAt: beginning.firstDataAt ?? now,
  });
  return { settings, draws, server, isBeaconAwaited: days.beacon === 'awaited' };
}

/** An imported draw may be older than the installation, so the time at which it was stored counts. */
async function readBeginning(db: Reader): Promise<Pick<DrawFacts, 'firstDrawDate' | 'firstDataAt'>> {
  const draw = await readFirstDraw(db);
  const entry = await readFirstActivity(db);
  const times = [draw?.created_at, entry?.at].filter((at) => at !== undefined);
  return {
    firstDrawDate: draw?.date ?? null,
    firstDataAt: times.length === 0 ? null : Math.min(...times),
  };
}

async function readServerFacts(
  db: Reader,
  { autoPublish, maintenanceMode }: Settings,
  { verifiedBackup: verified, clockJumpedAt, automationFailingSince }: NodeFacts,
  { days, firstDataAt }: { days: CommittedDays; firstDataAt: Instant },
): Promise<ServerFacts> {
  const changedAt = async (name: 'autoPublish' | 'maintenanceMode', value: boolean) =>
    (await readSettingChangedAt(db, name, value)) ?? firstDataAt;
  const newest = await readNewestEndedBackup(db);
  return {
    maintenanceSince: maintenanceMode ? await changedAt('maintenanceMode', true) : null,
    automationOffSince: autoPublish ? null : await changedAt('autoPublish', false),
    automationFailingSince,
    clockJumpedAt,
    mailFailingSince: await readFailingSince(db),
    verifiedBackupAt: verified && endOf(verified),
    failedBackup: newest && findFailure(newest, verified),
    firstDataAt,
    isTomorrowCommitted: days.isTomorrowCommitted,
    beaconMissingSince: days.beaconMissingSince,
  };
}

const endOf = ({ finishedAt, startedAt }: Backup): Instant => Date.parse(finishedAt ?? startedAt);

/** A copy may be damaged or gone although the list still has it as verified. */
function findFailure(newest: Backup, verified: Backup | null): ServerFacts['failedBackup'] {
  if (newest.status === 'verified' && verified !== null) return null;
  return { at: endOf(newest), error: newest.error ?? 'The copy is damaged or gone.' };
}
