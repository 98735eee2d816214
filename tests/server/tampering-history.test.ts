/** History written again from any point, logs that were replaced, and copies that nobody touched. */
import { beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test';
import { join } from 'node:path';
import { continueLog, openLog } from '../../src/server/public-log/open-log.ts';
import { openDatabase } from '../../src/server/storage/engines/database.ts';
import { makeDataDir } from '../support/data-dir.ts';
import { startServer } from '../support/server.ts';
import { tamperWith } from './tampering-copy.ts';
import { type Stage, signer } from './tampering-life.ts';
import { livePoints } from './tampering-points.ts';
import {
  audit,
  auditRoutes,
  contextOf,
  copyOf,
  live,
  ORIGIN,
  type Point,
  pointOf,
  routesOf,
  SECRET,
} from './tampering-site.ts';

setDefaultTimeout(60_000);

const STAGES: Stage[] = [
  'firstDay',
  'correctedDay',
  'dayWithMissingBeacon',
  'dayWithImport',
  'dayWithoutDrafts',
  'dayWithoutBeacon',
  'lastMorning',
];

/** Every stage with the next one and with the last. */
const PAIRS = STAGES.flatMap((earlier, index) =>
  [...new Set([STAGES[index + 1], STAGES.at(-1)])]
    .filter((later) => later !== undefined && later !== earlier)
    .map((later): [Stage, Stage] => [earlier, later as Stage]),
);

const points = livePoints();
/** For each stage: the last morning of an installation that has lived differently since then. */
const otherLives = new Map<Stage, Point>();

beforeAll(async () => {
  for (const stage of STAGES.slice(0, -1)) {
    const { now } = points.after(stage);
    const last = (await live(copyOf(points.after(stage)), { after: stage, now, lives: 100 })).at(-1);
    if (last) otherLives.set(stage, last);
  }
});

const sizeOf = ({ checkpoint }: Point): number => Number(checkpoint.split('\n')[1]);

async function findingsOf(point: Point, { checkpoint }: Point, secret = SECRET): Promise<string[]> {
  const routes = await routesOf(point, secret);
  return (await auditRoutes(routes, { now: point.now, remembered: checkpoint })).findings;
}

describe('history that was written again, with checkpoints signed by the same key', () => {
  // The day without drafts has no new seeds: written again it is the same.
  const rewritten = PAIRS.filter(
    ([since, later]) => since !== 'dayWithImport' || later !== 'dayWithoutDrafts',
  );

  test.each(rewritten)('since %s, remembered after %s', async (since, later) => {
    const other = otherLives.get(since);
    if (!other) throw new Error('no other life');
    const remembered = points.after(later);
    expect(await findingsOf(other, remembered)).toEqual([
      `The first ${sizeOf(remembered)} entries are not those of the remembered checkpoint.`,
    ]);
  });

  test.each(STAGES.slice(0, -1))('since %s, is not found without a later checkpoint', async (since) => {
    const other = otherLives.get(since);
    if (!other) throw new Error('no other life');
    expect(await findingsOf(other, points.after(since))).toEqual([]);
  });
});

describe('a copy that was served instead of the log', () => {
  test.each(PAIRS)('of %s, remembered after %s', async (earlier, later) => {
    const remembered = points.after(later);
    const point = points.after(earlier);
    expect(await findingsOf(point, remembered)).toEqual([
      `The log has ${sizeOf(point)} entries, but the remembered checkpoint has ${sizeOf(remembered)}.`,
    ]);
  });
});

describe('a new log', () => {
  async function replaced(point: Point): Promise<Point> {
    const file = await tamperWith(point, ({ run }) => {
      for (const table of ['log_entries', 'log_tiles', 'log_state']) run(`delete from ${table}`);
    });
    const database = await openDatabase({ kind: 'sqlite', file });
    await openLog(contextOf(database, point.now));
    const opened = await pointOf(point.name, file, database, point.now);
    await database.close();
    return opened;
  }

  test.each(STAGES)('opened without continuing that of %s', async (stage) => {
    const point = points.after(stage);
    const fresh = await replaced(point);
    const [finding] = await findingsOf(fresh, point);
    expect(finding).toBe(
      `The log has ${sizeOf(fresh)} entries, but the remembered checkpoint has ${sizeOf(point)}.`,
    );
  });

  test('signed with another key', async () => {
    const point = points.after('lastMorning');
    expect(await findingsOf(point, point, 'another secret that is long enough')).toEqual([
      'The remembered checkpoint was not signed with the key of this log.',
    ]);
  });
});

/** As a restore does it. */
async function continued(point: Point, change?: string): Promise<Point> {
  const file = change ? await tamperWith(point, ({ run }) => run(change)) : copyOf(point);
  const database = await openDatabase({ kind: 'sqlite', file });
  const { randomBytes } = contextOf(database, point.now, 200);
  await database.write((tx) => continueLog(tx, { now: point.now, formerLog: 1, randomBytes }));
  const after = await pointOf(`${point.name}, restored`, file, database, point.now);
  await database.close();
  return after;
}

describe('a restore', () => {
  test.each(STAGES)('of the copy after %s has no findings', async (stage) => {
    const point = points.after(stage);
    const restored = await continued(point);
    expect(restored.checkpoint).toStartWith(`${ORIGIN}/2\n`);
    expect(await findingsOf(restored, point)).toEqual([]);
    expect(await findingsOf(restored, points.after('lastMorning'))).toEqual([]);
  });

  test.each(STAGES)('that names another root for the log after %s', async (stage) => {
    const point = points.after(stage);
    const restored = await continued(
      point,
      'update log_state set frontier = (select json_array(hash) from log_entries where position = 0)',
    );
    expect(await findingsOf(restored, point)).toEqual([
      `The log continues ${ORIGIN} with another root than the remembered checkpoint has.`,
    ]);
  });
});

describe('an installation that nobody touched has no findings', () => {
  test.each(STAGES)('after %s, with any earlier checkpoint', async (stage) => {
    const point = points.after(stage);
    for (const earlier of points.all.slice(0, points.all.indexOf(point) + 1)) {
      const call = { now: point.now, remembered: earlier.checkpoint };
      const { findings, log } = await auditRoutes(await routesOf(point), call);
      expect(findings).toEqual([]);
      expect(log).toMatchObject({ entries: sizeOf(point), notes: [] });
    }
  });

  test('also when the real server serves it, and finds what was changed there', async () => {
    const point = points.after('lastMorning');
    const remembered = points.after('dayWithoutBeacon').checkpoint;
    const serve = async (file: string) => {
      const dataDir = makeDataDir();
      await Bun.write(join(dataDir.path, 'swarna-chakra.db'), Bun.file(file));
      const { publicKey, genesis, period } = signer.chain;
      const server = await startServer({
        DATA_DIR: dataDir.path,
        AUTH_SECRET: SECRET,
        BEACON: `http://127.0.0.1:9#${publicKey}#${genesis}#${period}`,
        CLOCK_START: new Date(point.now).toISOString(),
      });
      const result = await audit({ url: server.url, now: point.now, remembered });
      await server.stop();
      dataDir.remove();
      return result;
    };
    expect(sizeOf(points.after('dayWithoutBeacon'))).toBe(300);
    expect(await serve(point.file)).toMatchObject({ findings: [], log: { entries: 307 } });
    const changed = await tamperWith(point, (insider) => {
      insider.run(`update draws set digit_1 = '0', digit_2 = '0' where draw_no = 'SC161120261'`);
      insider.texts.splice(100, 1);
    });
    const { findings } = await serve(changed);
    expect(findings[0]).toBe('The first 300 entries are not those of the remembered checkpoint.');
    expect(findings).toContainEqual(expect.stringMatching(/^SC161120261 is published with the digits 00/));
  });
});
