/** A draft that automation publishes: read with all that decides about it, and published if it is due. */
import { SETTINGS_ROW_ID } from '../../../contract/live.ts';
import type { AutomationRules } from '../../../core/automation.ts';
import type { Instant } from '../../../core/ist-time.ts';
import { type LogState, toLogState } from '../public-log/log-store.ts';
import type { Reader, Writer } from '../schema.ts';
import type { DrawRow } from './draw-rows.ts';
import type { DrawChange } from './draws-store.ts';

export interface DrawToPublish {
  draw: DrawRow;
  rules: AutomationRules;
  /** Null while no log is open. */
  logState: LogState | null;
}

/** What a publication needs, in one statement, because each of them delays the result. */
export async function findDrawToPublish(db: Reader, id: string): Promise<DrawToPublish | undefined> {
  const row = await db
    .selectFrom('draws')
    .innerJoin('settings', (join) => join.on('settings.id', '=', SETTINGS_ROW_ID))
    .leftJoin('log_state', (join) => join.onTrue())
    .selectAll('draws')
    .select(['auto_publish', 'publish_generated', 'publish_delay', 'generate_time'])
    .select(['log', 'origin', 'size', 'frontier', 'last_at'])
    .where('draws.id', '=', id)
    .executeTakeFirst();
  if (!row) return undefined;
  const { auto_publish, publish_generated, publish_delay, generate_time, ...others } = row;
  const { log, origin, size, frontier, last_at, ...draw } = others;
  const rules = {
    autoPublish: auto_publish === 1,
    publishGenerated: publish_generated === 1,
    publishDelay: publish_delay,
    generateTime: generate_time,
  };
  const isOpen = log !== null && origin !== null && size !== null && frontier !== null && last_at !== null;
  const logState = isOpen ? toLogState({ log, origin, size, frontier, last_at }) : null;
  return { draw, rules, logState };
}

interface DueConditions {
  drawnBy: Instant;
  /** Whether random digits may be published. */
  publishGenerated: boolean;
}

/**
 * This update decides which node publishes: it matches no row that was already published, put on hold or moved, nor
 * one that waits for approval, nor one with random digits where only entered results are published.
 */
export const publishIfDue = (
  tx: Writer,
  id: string,
  { drawnBy, publishGenerated }: DueConditions,
  change: DrawChange,
): Promise<DrawRow | undefined> =>
  tx
    .updateTable('draws')
    .set((eb) => ({ ...change, version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .where('published', '=', 0)
    .where('on_hold', '=', 0)
    .where('proposal', 'is', null)
    .where('unapproved', '=', 0)
    .where('draw_at', '<=', drawnBy)
    .$if(!publishGenerated, (update) => update.where('provenance', '!=', 'generated'))
    .returningAll()
    .executeTakeFirst();
