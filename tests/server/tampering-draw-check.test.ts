/** The check in the browser finds what an insider does to the draw that is checked, and nothing where nobody did. */
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test';
import type { Draw } from '../../src/contract/draws.ts';
import type { DrawReport } from '../../src/core/public-log/draw-check.ts';
import { STEPS } from '../../src/core/public-log/draw-check.ts';
import type { RememberedRecord } from '../../src/core/public-log/draw-check-input.ts';
import { continueLog } from '../../src/server/public-log/open-log.ts';
import { openDatabase } from '../../src/server/storage/engines/database.ts';
import type { Findings } from '../support/draw-findings.ts';
import { failuresIn, findConcerned, openBrowser } from './tampering-browser.ts';
import type { Tampering } from './tampering-case.ts';
import { tamperWith } from './tampering-copy.ts';
import { dayOf, reveal, STAGES, startDay } from './tampering-life.ts';
import { TAMPERINGS } from './tampering-list.ts';
import { contextOf, copyOf, liveFromTheStart, type Point, removeCopies } from './tampering-site.ts';
import { NOT_DETECTABLE } from './tampering-undetectable.ts';
import { UNSEEN } from './tampering-unseen.ts';

setDefaultTimeout(60_000);

const LAST = 'lastMorning';

let points: Point[] = [];
let key = '';
beforeAll(async () => {
  points = await liveFromTheStart();
  const browser = await openBrowser(copyOf(pointAfter(LAST)));
  key = await browser.readKey();
  await browser.close();
});
afterAll(removeCopies);

function pointAfter(stage: string): Point {
  const point = points.find(({ name }) => name === stage);
  if (!point) throw new Error(`no point after ${stage}`);
  return point;
}

const recordOf = ({ checkpoint, now }: Point): RememberedRecord => ({ checkpoint, key, at: now });

type Reports = (DrawReport | null)[];

/** The reports on the draws that the manipulation concerns, and on one that it does not. */
async function reportsOn({
  copiedAfter,
  rememberedAfter,
  tamper,
}: Omit<Tampering, 'finds'>): Promise<{ concerned: Reports; bystander: Reports }> {
  const copied = pointAfter(copiedAfter ?? LAST);
  const remembered = recordOf(pointAfter(rememberedAfter ?? 'dayWithoutBeacon'));
  const file = await tamperWith(copied, tamper);
  const { draws, check, close } = await openBrowser(file);
  const concerned = findConcerned(draws, copied.file, file);
  const bystander = draws.filter((draw) => !concerned.includes(draw)).slice(0, 1);
  const checkAll = async (checked: Draw[]): Promise<Reports> => {
    const reports: Reports = [];
    for (const draw of checked) reports.push(await check(draw, remembered));
    return reports;
  };
  const reports = { concerned: await checkAll(concerned), bystander: await checkAll(bystander) };
  await close();
  return reports;
}

describe('a manipulation makes a check fail', () => {
  test.each(TAMPERINGS.filter(({ name }) => !UNSEEN.has(name)))('$name', async (tampering) => {
    const { concerned, bystander } = await reportsOn(tampering);
    // A draw that it concerns fails, not only another one.
    const checked = concerned.length > 0 ? concerned : bystander;
    expect(checked.flatMap(failuresIn)).not.toEqual([]);
  });
});

describe('what the check of a draw does not find', () => {
  const unseen = TAMPERINGS.filter(({ name }) => UNSEEN.has(name));

  test('is named as in the list of manipulations', () => {
    expect(unseen.map(({ name }) => name).sort()).toEqual([...UNSEEN.keys()].sort());
  });

  test.each(unseen)('$name', async (tampering) => {
    const { concerned, bystander } = await reportsOn(tampering);
    const reports = [...concerned, ...bystander];
    expect(reports.flatMap(failuresIn)).toEqual([]);
    const memory = new Set(reports.map((report) => report?.memory.finding));
    expect([...memory]).toEqual([UNSEEN.get(tampering.name)?.memory ?? 'contained']);
  });

  test.each(NOT_DETECTABLE)('as no auditor does: $name', async (tampering) => {
    const { concerned, bystander } = await reportsOn(tampering);
    expect([...concerned, ...bystander].flatMap(failuresIn)).toEqual([]);
  });
});

interface Untouched {
  point: Point;
  remembered: Point | null;
}

/** Those of the log, and some from before it, which are all alike. */
const someOf = (draws: Draw[]): Draw[] => [...draws.slice(0, 40), ...draws.slice(-5)];

/** The failures of published draws by their numbers, and the number of draws. */
async function checkDraws({ point, remembered }: Untouched, select = someOf) {
  const { draws: published, check, close } = await openBrowser(copyOf(point));
  const draws = select(published);
  const failures: string[] = [];
  for (const draw of draws) {
    const report = await check(draw, remembered && recordOf(remembered));
    failures.push(...failuresIn(report).map((failure) => `${draw.drawNo}: ${failure}`));
  }
  await close();
  return { failures, draws: draws.length };
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
  test.each([
    ['on a first visit', null],
    ['with a remembered checkpoint', 'dayWithoutBeacon'],
  ])('on the last morning, all of them, %s', async (_name, stage) => {
    const remembered = stage === null ? null : pointAfter(stage);
    const { failures, draws } = await checkDraws({ point: pointAfter(LAST), remembered }, (all) => all);
    expect(failures).toEqual([]);
    expect(draws).toBeGreaterThan(200);
  });

  test.each(OPEN_STAGES)('on the last morning, last visited after %s', async (stage) => {
    const { failures } = await checkDraws({ point: pointAfter(LAST), remembered: pointAfter(stage) });
    expect(failures).toEqual([]);
  });

  test.each(OPEN_STAGES)('after %s, visited at the same time', async (stage) => {
    const { failures } = await checkDraws({ point: pointAfter(stage), remembered: pointAfter(stage) });
    expect(failures).toEqual([]);
  });

  test.each(OPEN_STAGES)('after a restore of the copy after %s', async (stage) => {
    const point = await restored(pointAfter(stage));
    const { failures, draws } = await checkDraws({ point, remembered: pointAfter(LAST) });
    expect(failures).toEqual([]);
    expect(draws).toBe(45);
  });

  test('after a restore at noon of a day whose beacon was missing', async () => {
    const former = pointAfter('correctedDay');
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
    expect({ failures, draws }).toEqual({ failures: [], draws: 2 });
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
    const { draws, check, close } = await openBrowser(copyOf(pointAfter(LAST)));
    const draw = draws.find((other) => other.drawNo === drawNo);
    const report = draw && (await check(draw, recordOf(pointAfter('firstDay'))));
    await close();
    expect(STEPS.map((step) => report?.[step].finding as Findings[number])).toEqual(findings);
  });
});
