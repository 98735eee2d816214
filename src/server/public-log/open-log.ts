/** Opens the public log of an installation, or continues it after a restore: what is already there is adopted. */
import { DRAW_NUMBER_PREFIX } from '../../core/branding.ts';
import type { Instant } from '../../core/ist-time.ts';
import { inAdoptionOrder, type WithdrawnResult } from '../../core/public-log/adoption-order.ts';
import { commitTo } from '../../core/public-log/commitment.ts';
import type { NewEntry } from '../../core/public-log/entries.ts';
import { rootOf } from '../../core/public-log/merkle.ts';
import { isSameResult } from '../../core/result.ts';
import { type DrawRow, publicationOf } from '../storage/draws/draw-rows.ts';
import {
  readLastPublication,
  readUnpublishedRows,
  sealDraft,
  streamOncePublic,
} from '../storage/draws/draws-store.ts';
import type { Database } from '../storage/engines/database.ts';
import { insertLogState, type LogState, readLogState } from '../storage/public-log/log-store.ts';
import { type CommittedSeed, readUnopenedSeeds } from '../storage/public-log/seeds-store.ts';
import type { Writer } from '../storage/schema.ts';
import { appendTo, type LogClock, readLogNow } from './append-entries.ts';
import { adoptionOf, loggedDraw, newSalt, type RandomSource, sealedEntryOf } from './logged-draws.ts';
import { nodeCrypto } from './node-crypto.ts';

interface Site extends RandomSource, LogClock {
  database: Database;
  publicLog: { baseUrl: string };
}

/** The name of the first log of a site. */
const logOriginOf = (baseUrl: string): string => `${new URL(baseUrl).host}/log`;

/** Does nothing if a log is open. */
export async function openLog(site: Site): Promise<void> {
  const { database, publicLog } = site;
  if (await readLogState(database.db)) return;
  await database.write(async (tx) => {
    const { isOpen, at } = await readLogNow(tx, site);
    if (isOpen) return;
    const origin = logOriginOf(publicLog.baseUrl);
    const first: NewEntry = { kind: 'open', origin, series: DRAW_NUMBER_PREFIX };
    await begin(tx, site, { log: 1, origin, now: at, first });
  });
}

interface Continuation extends RandomSource {
  now: Instant;
  /** The number of the log that was replaced, if it is known: the new one gets a higher one. */
  formerLog: number;
}

/** After a restore. Does nothing if the copy has no log: the server opens one. */
export async function continueLog(tx: Writer, { now, formerLog, randomBytes }: Continuation): Promise<void> {
  const former = await readLogState(tx);
  if (!former) return;
  const log = Math.max(former.log, formerLog) + 1;
  const first: NewEntry = {
    kind: 'continue',
    origin: former.origin,
    size: former.size,
    root: (await rootOf(former.frontier, nodeCrypto)).toBase64(),
    reason: 'restore',
  };
  const origin = `${former.origin.replace(/\/\d+$/, '')}/${log}`;
  await begin(tx, { randomBytes }, { log, origin, now: Math.max(now, former.lastAt), first });
}

interface Beginning extends Pick<LogState, 'log' | 'origin'> {
  now: Instant;
  first: NewEntry;
}

/** Results page by page: PostgreSQL ends a transaction that waits too long for its next statement. */
async function begin(tx: Writer, randomSource: RandomSource, beginning: Beginning): Promise<void> {
  const { log, origin, now, first } = beginning;
  // The clock may have been set back: nothing is adopted before its publication.
  const at = Math.max(now, (await readLastPublication(tx)) ?? now);
  const empty = { log, origin, size: 0, frontier: [], lastAt: at };
  await insertLogState(tx, empty);
  let state = await appendTo(tx, empty, at, [first]);
  const seeds = await readUnopenedSeeds(tx);
  const unpublished = await sealDrafts(tx, randomSource, await readUnpublishedRows(tx), seeds);
  const moved = inAdoptionOrder(unpublished.flatMap(movedResultOf));
  const movedIds = new Set(moved.map(({ row }) => row.id));
  const isInPlace = ({ id }: DrawRow): boolean => !movedIds.has(id);
  for (const { row } of moved)
    state = await appendTo(tx, state, at, [
      adoptionOf(loggedDraw(row)),
      ...withdrawalsOf(row),
      ...(await sealedEntriesOf([row])),
    ]);
  for await (const rows of streamOncePublic(tx))
    state = await appendTo(
      tx,
      state,
      at,
      rows.filter(isInPlace).map((row) => adoptionOf(loggedDraw(row))),
    );
  const drafts = unpublished.filter(isInPlace);
  await appendTo(tx, state, at, [
    ...drafts.flatMap(withdrawalsOf),
    ...(await sealedEntriesOf(drafts)),
    ...(await Promise.all(seeds.map(commitmentOf))),
    ...missingBeaconsOf(seeds),
  ]);
}

const sealedEntriesOf = (rows: readonly DrawRow[]): Promise<NewEntry[]> =>
  Promise.all(rows.filter(isSealed).map((row) => sealedEntryOf(loggedDraw(row))));

/** A withdrawn result that has another number, date or slot now: another draw may be where the public saw it. */
function movedResultOf(row: DrawRow): (WithdrawnResult & { row: DrawRow })[] {
  const { result, publicResult } = publicationOf(row);
  if (!publicResult || isSameResult({ ...result, digits: publicResult.digits }, publicResult)) return [];
  return [{ row, result, publicResult }];
}

const withdrawalsOf = ({ id, public_draw_no }: DrawRow): NewEntry[] =>
  public_draw_no === null ? [] : [{ kind: 'withdraw', id, drawNo: public_draw_no, deleted: false }];

async function commitmentOf({ date, slot, draw_no, chain, round, seed }: CommittedSeed): Promise<NewEntry> {
  const context = { date, slot, drawNo: draw_no, chain, round };
  const commit = await commitTo(context, Uint8Array.fromHex(seed), nodeCrypto);
  return { kind: 'commit', ...context, commit };
}

function missingBeaconsOf(seeds: readonly CommittedSeed[]): NewEntry[] {
  const rounds = new Map(
    seeds.filter(({ beacon }) => beacon === 'missing').map(({ date, round }) => [date, round]),
  );
  return [...rounds].map(([date, round]) => ({ kind: 'nobeacon', date, round }));
}

/** Gives a salt to what is secret, except random drafts whose seed is committed and still secret. */
async function sealDrafts(
  tx: Writer,
  randomSource: RandomSource,
  rows: readonly DrawRow[],
  seeds: readonly CommittedSeed[],
): Promise<DrawRow[]> {
  const committed = new Set(seeds.map(({ draw_no }) => draw_no));
  const sealed: DrawRow[] = [];
  for (const row of rows) {
    const isCommitted = row.provenance === 'generated' && committed.has(row.draw_no);
    if (!isSecret(row) || row.salt !== null || isCommitted) {
      sealed.push(row);
      continue;
    }
    const salt = newSalt(randomSource);
    await sealDraft(tx, row.id, salt);
    sealed.push({ ...row, salt });
  }
  return sealed;
}

const isSealed = (row: DrawRow): boolean => isSecret(row) && row.salt !== null;

/** Not a withdrawn result that was not changed: it is public already. */
function isSecret(row: DrawRow): boolean {
  const { result, publicResult } = publicationOf(row);
  return publicResult === null || !isSameResult(result, publicResult);
}
