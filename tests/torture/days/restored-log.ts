/** The log of a restored copy: it continues in another one, as after `npm run cli -- restore`. */
import { randomUUID } from 'node:crypto';
import type { RandomBytes } from '../../../src/core/digits.ts';
import { continueLog } from '../../../src/server/public-log/open-log.ts';
import { type DatabaseLocation, openDatabase } from '../../../src/server/storage/engines/database.ts';
import { startNewEpoch } from '../../../src/server/storage/feed/feed-store.ts';
import { adoptionOf, type ExpectedEntry, sealedEntryOf, withdrawalOf } from './expected-entries.ts';
import { commitmentTo, hashOfLeaf, hashOfTree } from './log-hashes.ts';
import { unopenedSeeds } from './seed-rules.ts';
import { isSameResult, type ModelDraw, type SiteModel } from './site-model.ts';

export const originOf = (log: number): string => (log === 1 ? 'localhost/log' : `localhost/log/${log}`);

export interface FormerLog {
  size: number;
  /** In base64. */
  root: string;
}

/** Prepares the copied database; returns the log that the copy has. */
export async function continueCopy(
  location: DatabaseLocation,
  { now, formerLog, randomBytes }: { now: number; formerLog: number; randomBytes: RandomBytes },
): Promise<FormerLog> {
  const database = await openDatabase(location);
  try {
    const { log } = await database.db.selectFrom('log_state').select('log').executeTakeFirstOrThrow();
    const entries = await database.db
      .selectFrom('log_entries')
      .select('text')
      .where('log', '=', log)
      .orderBy('position')
      .execute();
    await database.write(async (tx) => {
      await startNewEpoch(tx, randomUUID());
      await continueLog(tx, { now, formerLog, randomBytes });
    });
    const root = hashOfTree(entries.map(({ text }) => hashOfLeaf(text))).toString('base64');
    return { size: entries.length, root };
  } finally {
    await database.close();
  }
}

/** The draws whose seal the new log reads, and its first entries; the model is that of the copy. */
export function expectedBeginning(
  model: SiteModel,
  former: FormerLog,
): { sealed: ModelDraw[]; entries: ExpectedEntry[]; notBefore: number } {
  const draws = model.list().sort(byPlace);
  const shown = draws.filter((draw) => draw.shown !== null);
  const secret = new Set(unopenedSeeds(model).map(({ drawNo }) => drawNo));
  const sealedByPlace = draws.filter(
    (draw) => isHidden(draw) && (draw.seal !== null || !secret.has(draw.drawNo)),
  );
  const moved = fromPlaceToPlace(shown.filter((draw) => !draw.published && isMoved(draw)));
  const others = shown.filter((draw) => !moved.includes(draw));
  const sealed = [
    ...moved.filter((draw) => sealedByPlace.includes(draw)),
    ...sealedByPlace.filter((draw) => !moved.includes(draw)),
  ];
  const entries: ExpectedEntry[] = [
    { kind: 'continue', origin: originOf(model.log), ...former, reason: 'restore' },
    ...moved.flatMap((draw) => [
      adoptionOf(draw),
      withdrawalOf(draw, false),
      ...(sealed.includes(draw) ? [sealedEntryOf(draw)] : []),
    ]),
    ...others.map(adoptionOf),
    ...others.filter(({ published }) => !published).map((draw) => withdrawalOf(draw, false)),
    ...sealed.filter((draw) => !moved.includes(draw)).map(sealedEntryOf),
    ...commitmentsIn(model),
  ];
  return { sealed, entries, notBefore: Math.max(...shown.map(({ publishedAt }) => publishedAt ?? 0)) };
}

const isMoved = ({ drawNo, date, slot, shown }: ModelDraw): boolean =>
  shown !== null && (shown.drawNo !== drawNo || shown.date !== date || shown.slot !== slot);

/** A draw where the public saw another one comes after that. */
function fromPlaceToPlace(draws: readonly ModelDraw[]): ModelDraw[] {
  const rest = [...draws];
  const ordered: ModelDraw[] = [];
  const isWhereShown = (draw: ModelDraw, { shown }: ModelDraw): boolean =>
    shown !== null &&
    (shown.drawNo === draw.drawNo || (shown.date === draw.date && shown.slot === draw.slot));
  while (rest.length > 0) {
    const next =
      rest.find((draw) => !rest.some((other) => other !== draw && isWhereShown(draw, other))) ?? rest[0];
    if (!next) break;
    rest.splice(rest.indexOf(next), 1);
    ordered.push(next);
  }
  return ordered;
}

/** Not a result that was withdrawn and not changed. */
const isHidden = (draw: ModelDraw): boolean =>
  !draw.published && (draw.shown === null || !isSameResult(draw, draw.shown));

/** Those that were not opened yet, and the beacons that were missing for them. */
function commitmentsIn(model: SiteModel): ExpectedEntry[] {
  const seeds = unopenedSeeds(model).sort(byPlace);
  const commitments = seeds.flatMap(({ drawNo, date, slot, seed }) => {
    const day = model.days.get(date);
    if (!day) return [];
    const { chain, round } = day;
    const commit = commitmentTo({ date, slot, drawNo }, day, seed);
    return [{ kind: 'commit', date, slot, drawNo, commit, chain, round }];
  });
  const missing = [...new Set(seeds.map(({ date }) => date))].flatMap((date) => {
    const day = model.days.get(date);
    return day?.beacon === 'missing' ? [{ kind: 'nobeacon', date, round: day.round }] : [];
  });
  return [...commitments, ...missing];
}

type Place = Pick<ModelDraw, 'date' | 'slot'>;

const byPlace = (one: Place, other: Place): number =>
  `${one.date} ${one.slot}` < `${other.date} ${other.slot}` ? -1 : 1;
