/**
 * Imports are stored, and taken back, in pieces. Each piece is one transaction; everything else goes on in between. One
 * that ends early leaves a part, which the list of imports shows and which can be taken back.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { type Actor, SYSTEM } from '../../../core/actor.ts';
import type { Instant } from '../../../core/ist-time.ts';
import { AppError } from '../../errors.ts';
import type { DrawRow } from '../../storage/draws/draw-rows.ts';
import {
  findImportRow,
  type ImportRow,
  readInterruptedImports,
  updateImport,
} from '../../storage/draws/imports-store.ts';
import { type FeedEvent, startNewEpoch } from '../../storage/feed/feed-store.ts';
import type { Writer } from '../../storage/schema.ts';
import { newId, type ServiceContext } from '../context.ts';
import { type ChangeContext, perform } from '../perform.ts';
import type { RowChange } from '../row-change.ts';
import { drawFeedEvent } from './draw-record.ts';
import { recordOutgoingEvent } from './outgoing-event.ts';

/** On SQLite nothing else runs while a piece is written: so many draws take 10 to 16 ms. */
export const PIECE = 100;

/** Longer than another process waits before it tries again to write to the same SQLite file. */
const PAUSE = 15;

/** Calls `storePiece` until it returns that there are no more. */
export async function inPieces(
  services: ServiceContext,
  actor: Actor,
  importId: string,
  storePiece: () => Promise<{ isLast: boolean }>,
): Promise<void> {
  let hasBegun = false;
  try {
    while (!(await storePiece()).isLast) {
      hasBegun = true;
      await sleep(PAUSE);
    }
  } catch (error) {
    if (!hasBegun) throw error;
    throw await stop(services, actor, importId, error);
  }
}

/** Returns the error for the person who has started it. */
async function stop(services: ServiceContext, actor: Actor, importId: string, error: unknown) {
  const ended = perform(services, actor, async (change) => {
    const row = await findImportRow(change.tx, importId);
    if (row && row.active_at !== null) await end(services, change, row);
    return row;
  });
  // During an outage: housekeeping ends it later.
  const row = await ended.catch(() => undefined);
  if (!(error instanceof AppError)) return error;
  if (!row) return new AppError(error.code, { ...error.details, detail: `${error.message} ${IN_PART}` });
  return new AppError('import-stopped', { detail: `${describeProgress(row)}: ${error.message}` });
}

const IN_PART = 'The list of imports shows how much of this import is stored.';

const describeProgress = ({ removed, draws, total }: ImportRow): string =>
  removed > 0
    ? `Only ${removed} of ${draws} draws were taken back`
    : `Only ${draws} of ${total} draws were imported, which can be taken back`;

/** Those whose process was stopped. */
export const endInterruptedImports = (services: ServiceContext): Promise<void> =>
  perform(services, SYSTEM, async (change) => {
    for (const row of await readInterruptedImports(change.tx, change.now)) await end(services, change, row);
  });

async function end(services: ServiceContext, { tx, record }: ChangeContext, row: ImportRow): Promise<void> {
  await updateImport(tx, row.id, { active_at: null });
  await publishAsWhole(services, tx, row);
  await record({
    type: 'draw',
    action: row.removed > 0 ? 'Stopped taking back an import' : 'Stopped an import',
    target: row.removed > 0 ? `${row.removed} of ${row.draws} draws` : `${row.draws} of ${row.total} draws`,
    before: null,
    after: null,
    events: [],
  });
}

/** A stream sends ten changes a second: for more than ten seconds' worth, fetching everything again is faster. */
const MAX_PUBLIC_CHANGES = 100;

/** Only public changes count: a new epoch would tell the public that there are drafts. */
const isSentOneByOne = ({ published }: Pick<ImportRow, 'published'>): boolean =>
  published <= MAX_PUBLIC_CHANGES;

/** Returns the feed rows of a piece and stores its outgoing events; there are none of both for a large import. */
export async function feedEventsOfPiece(
  services: ServiceContext,
  { tx, at }: { tx: Writer; at: Instant },
  imported: Pick<ImportRow, 'published'>,
  changes: readonly RowChange<DrawRow>[],
): Promise<FeedEvent[]> {
  if (!isSentOneByOne(imported)) return [];
  for (const change of changes) await recordOutgoingEvent(services, tx, at, change);
  return changes.map(drawFeedEvent);
}

/** Makes every client fetch again after a large import, once and at its end. */
export async function publishAsWhole(
  services: ServiceContext,
  tx: Writer,
  imported: Pick<ImportRow, 'published'>,
): Promise<void> {
  if (!isSentOneByOne(imported)) await startNewEpoch(tx, newId(services));
}

/** For the target of an entry in the activity log. */
export const countText = (draws: number): string => `${draws} ${draws === 1 ? 'draw' : 'draws'}`;
