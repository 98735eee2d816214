/** The check in the browser finds nothing in an installation that nobody touched. */
import { describe, expect, setDefaultTimeout, test } from 'bun:test';
import type { Draw } from '../../src/contract/draws.ts';
import { STEPS } from '../../src/core/public-log/draw-check.ts';
import type { RememberedRecord } from '../../src/core/public-log/draw-check-input.ts';
import { continueLog } from '../../src/server/public-log/open-log.ts';
import { openDatabase } from '../../src/server/storage/engines/database.ts';
import type { Findings } from '../support/draw-findings.ts';
import { failuresIn, openBrowser } from './tampering-browser.ts';
import { dayOf, reveal, STAGES, startDay } from './tampering-life.ts';
import { LAST, livePoints } from './tampering-points.ts';
import { RESULTS } from './tampering-results.ts';
import { contextOf, copyOf, type Point, routesOf } from './tampering-site.ts';

setDefaultTimeout(60_000);

const points = livePoints();

const recordOf = ({ checkpoint, now }: Point): RememberedRecord => ({
  checkpoint,
  key: points.key,
  at: now,
});

interface Untouched {
  point: Point;
  remembered: Point | null;
}

/** After each stage there are more. */
const LEAST_DRAWS = 4;

/** The draws of every kind. */
const KINDS = new Set([...RESULTS, 'SC161120265', 'SC-EDITED']);

/** One of every kind that there is by then, the newest and the oldest. */
const someOf = (draws: Draw[]): Draw[] =>
  draws.filter(({ drawNo }, index) => KINDS.has(drawNo) || index === 0 || index === draws.length - 1);

/** The failures of published draws, and the numbers of the draws that were checked. */
async function checkDraws({ point, remembered }: Untouched, select = someOf) {
  const { draws: published, check } = await openBrowser(await routesOf(point));
  const draws = select(published);
  const failures: string[] = [];
  for (const draw of draws) {
    const report = await check(draw, remembered && recordOf(remembered));
    failures.push(...failuresIn(report).map((failure) => `${draw.drawNo}: ${failure}`));
  }
  return { failures, draws: draws.map(({ drawNo }) => drawNo) };
}

/** As a restore does it. */
async function restored(point: Point): Promise<Point> {
  const file = copyOf(point);
  const database = await openDatabase({ kind: 'sqlite', file });
  const { randomBytes } = contextOf(database, point.now, 200);
  await database.write((tx) => continueLog(tx, { now: point.now, formerLog: 1, randomBytes }));
  await database.close();
  return { ...point, file };
}

const OPEN_STAGES = Object.keys(STAGES).filter((stage) => stage !== 'beforeTheLog');

describe('the published draws of a copy that nobody touched pass', () => {
  test('on the last morning, all of them, with a remembered checkpoint', async () => {
    const remembered = points.after('dayWithoutBeacon');
    const { failures, draws } = await checkDraws({ point: points.after(LAST), remembered }, (all) => all);
    expect(failures).toEqual([]);
    expect(draws.length).toBeGreaterThan(200);
  });

  test('on the last morning, on a first visit', async () => {
    const { failures, draws } = await checkDraws({ point: points.after(LAST), remembered: null });
    expect(failures).toEqual([]);
    expect(KINDS.isSubsetOf(new Set(draws))).toBe(true);
  });

  test.each(OPEN_STAGES)('on the last morning, last visited after %s', async (stage) => {
    const { failures, draws } = await checkDraws({
      point: points.after(LAST),
      remembered: points.after(stage),
    });
    expect(failures).toEqual([]);
    expect(KINDS.isSubsetOf(new Set(draws))).toBe(true);
  });

  test.each(OPEN_STAGES)('after %s, visited at the same time', async (stage) => {
    const { failures, draws } = await checkDraws({
      point: points.after(stage),
      remembered: points.after(stage),
    });
    expect(failures).toEqual([]);
    expect(draws.length).toBeGreaterThan(LEAST_DRAWS);
  });

  test.each(OPEN_STAGES)('after a restore of the copy after %s', async (stage) => {
    const point = await restored(points.after(stage));
    const { failures, draws } = await checkDraws({ point, remembered: points.after(LAST) });
    expect(failures).toEqual([]);
    expect(draws.length).toBeGreaterThan(LEAST_DRAWS);
  });

  test('after a restore at noon of a day whose beacon was missing', async () => {
    const former = points.after('correctedDay');
    const file = copyOf(former);
    const database = await openDatabase({ kind: 'sqlite', file });
    const site = contextOf(database, former.now, 300);
    const date = dayOf(2);
    await startDay(site, date, 'missing');
    await reveal(site, date, '10:00', '12:00');
    const now = site.clock.now();
    await database.close();
    const point = await restored({ ...former, file, now });
    const select = (draws: Draw[]) => draws.filter((draw) => draw.date === date);
    const { failures, draws } = await checkDraws({ point, remembered: former }, select);
    expect({ failures, draws: draws.length }).toEqual({ failures: [], draws: 2 });
  });
});

describe('the findings about a draw of a copy that nobody touched', () => {
  test.each<[drawNo: string, findings: Findings]>([
    ['SC201020263', ['adopted', 'adopted', 'adopted', 'unchanged', 'contained']],
    ['OLD-1', ['adopted', 'adopted', 'adopted', 'unchanged', 'contained']],
    [
      'SC151120261',
      ['without a beacon', 'without a beacon', 'follow from the seed', 'unchanged', 'contained'],
    ],
    ['SC-CHANGED', ['entered by staff', 'entered by staff', 'seal opens', 'unchanged', 'contained']],
    ['SC161120261', ['seen before the beacon', 'genuine of this site', 'follow', 'unchanged', 'contained']],
    [
      'SC-MISREAD',
      ['seen before the beacon', 'genuine of this site', 'moved later', 'corrected', 'contained'],
    ],
    ['SC161120263', ['seen before the beacon', 'genuine of this site', 'follow', 'unchanged', 'contained']],
    [
      'SC-WITHDRAWN',
      ['seen before the beacon', 'genuine of this site', 'moved later', 'corrected', 'contained'],
    ],
    ['SC161120265', ['entered by staff', 'entered by staff', 'seal opens', 'unchanged', 'contained']],
    [
      'SC171120262',
      ['before the beacon', 'beacon missing', 'follow from the seed', 'unchanged', 'contained'],
    ],
    ['SC-EDITED', ['entered by staff', 'entered by staff', 'seal opens', 'unchanged', 'contained']],
    ['SC181120265', ['before the beacon', 'genuine of this site', 'follow', 'unchanged', 'contained']],
  ])('%s', async (drawNo, findings) => {
    const { draws, check } = await openBrowser(await routesOf(points.after(LAST)));
    const draw = draws.find((other) => other.drawNo === drawNo);
    const report = draw && (await check(draw, recordOf(points.after('firstDay'))));
    expect(STEPS.map((step) => report?.[step].finding as Findings[number])).toEqual(findings);
  });
});
