/** The figures of the dashboard, read at the time of the request. */
import type { Backup } from '../../contract/backups.ts';
import type { Dashboard } from '../../contract/dashboard.ts';
import type { AdminDraw } from '../../contract/draws.ts';
import type { Settings } from '../../contract/settings.ts';
import { nextAutomaticAction } from '../../core/automation.ts';
import { type Instant, istDateOf } from '../../core/ist-time.ts';
import { SLOTS } from '../../core/slots.ts';
import { findDrawRow, listDraws, readDay, readUnpublishedDraws } from '../storage/draws/draws-store.ts';
import { readSettings } from '../storage/operations/settings-store.ts';
import { readNextDraftsFrom } from '../storage/public-log/seeds-store.ts';
import { isoOf } from '../storage/queries/wire-values.ts';
import type { Reader } from '../storage/schema.ts';
import type { ServiceContext } from './context.ts';
import { slotsToday } from './draws/today.ts';
import { readCommittedDays, readPublicLogState } from './public-log/log-state.ts';

/** Values of the dashboard from other parts of the server. */
export interface DashboardSources {
  version: string;
  visitors: { count(): number; history(): Promise<{ at: Instant; visitors: number }[]> };
  lastVerifiedBackup(): Promise<Backup | null>;
}

export async function readDashboard(
  { database, clock }: ServiceContext,
  sources: DashboardSources,
): Promise<Dashboard> {
  const { db } = database;
  const now = clock.now();
  const date = istDateOf(now);
  const { settings } = await readSettings(db);
  const draws = await readDay(db, date);
  const lastBackup = await sources.lastVerifiedBackup();
  const days = await readCommittedDays(db, now);
  // Automation leaves a day alone that has a draw.
  const draftsAt = draws.length === 0 ? days.draftsStillDueAt : null;
  const history = await sources.visitors.history();
  return {
    time: isoOf(now),
    date,
    slots: slotsToday(now, settings.publishDelay, draws),
    recentResults: await readRecentResults(db),
    pendingCount: SLOTS.length - draws.filter(({ published }) => published).length,
    nextAction: await readNextAction(db, settings, now),
    draftsAt: draftsAt === null ? null : isoOf(draftsAt),
    automation: {
      autoPublish: settings.autoPublish,
      publishGenerated: settings.publishGenerated,
      approval: settings.approval,
    },
    visitors: sources.visitors.count(),
    visitorHistory: history.map(({ at, visitors }) => ({ at: isoOf(at), visitors })),
    lastBackup,
    database: { kind: database.kind, bytes: await database.sizeInBytes() },
    version: sources.version,
    publicLog: await readPublicLogState(db, days),
  };
}

const RECENT_RESULTS = 5;

async function readRecentResults(db: Reader): Promise<AdminDraw[]> {
  return (await listDraws(db, { status: 'published', limit: RECENT_RESULTS })).items;
}

async function readNextAction(
  db: Reader,
  settings: Settings,
  now: Instant,
): Promise<Dashboard['nextAction']> {
  const nextDraftsFrom = await readNextDraftsFrom(db, now);
  const action = nextAutomaticAction(await readUnpublishedDraws(db), settings, now, nextDraftsFrom);
  const draw = action.kind === 'publish' ? await findDrawRow(db, action.drawId) : undefined;
  return { kind: action.kind, at: isoOf(action.at), drawNo: draw?.draw_no ?? null };
}
