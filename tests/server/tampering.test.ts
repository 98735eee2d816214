/** What someone with the database and the key can change, and how the auditor and the check of a draw find it. */
import { describe, expect, setDefaultTimeout, test } from 'bun:test';
import type { Draw } from '../../src/contract/draws.ts';
import type { DrawReport } from '../../src/core/public-log/draw-check.ts';
import { failuresIn, findConcerned, openBrowser } from './tampering-browser.ts';
import type { Tampering } from './tampering-case.ts';
import { tamperWith } from './tampering-copy.ts';
import { TAMPERINGS } from './tampering-list.ts';
import { LAST, livePoints } from './tampering-points.ts';
import { auditRoutes, openRoutes, type Point, type Routes } from './tampering-site.ts';
import { NOT_DETECTABLE } from './tampering-undetectable.ts';
import { UNSEEN } from './tampering-unseen.ts';

setDefaultTimeout(60_000);

const points = livePoints();

type Case = Omit<Tampering, 'finds'>;

const copiedPoint = ({ copiedAfter = LAST }: Case): Point => points.after(copiedAfter);
const rememberedPoint = ({ rememberedAfter = 'dayWithoutBeacon' }: Case): Point =>
  points.after(rememberedAfter);

async function findingsOf(tampering: Case, routes: Routes): Promise<string[]> {
  const { now = copiedPoint(tampering).now } = tampering;
  const remembered = rememberedPoint(tampering).checkpoint;
  return (await auditRoutes(routes, { now, remembered })).findings;
}

type Reports = (DrawReport | null)[];

/** The reports on the draws that the manipulation concerns, and on one that it does not. */
async function reportsOn(tampering: Case, routes: Routes, file: string) {
  const { checkpoint, now } = rememberedPoint(tampering);
  const { draws, check } = await openBrowser(routes);
  const concerned = findConcerned(draws, copiedPoint(tampering).file, file);
  const bystander = draws.filter((draw) => !concerned.includes(draw)).slice(0, 1);
  const checkAll = async (checked: Draw[]): Promise<Reports> => {
    const reports: Reports = [];
    for (const draw of checked) reports.push(await check(draw, { checkpoint, key: points.key, at: now }));
    return reports;
  };
  return { concerned: await checkAll(concerned), bystander: await checkAll(bystander) };
}

/** What the auditor and the check of a draw find in the same copy. */
async function inspect(tampering: Case) {
  const file = await tamperWith(copiedPoint(tampering), tampering.tamper);
  const routes = await openRoutes({ file });
  try {
    return {
      findings: await findingsOf(tampering, routes),
      ...(await reportsOn(tampering, routes, file)),
    };
  } finally {
    await routes.close();
  }
}

function expectFound(findings: string[], { finds }: Tampering): void {
  for (const finding of finds) {
    const expected = typeof finding === 'string' ? finding : expect.stringMatching(finding);
    expect(findings, 'the findings of the auditor').toContainEqual(expected);
  }
}

test('the manipulations have different names', () => {
  expect(new Set(TAMPERINGS.map(({ name }) => name)).size).toBe(TAMPERINGS.length);
});

describe('the auditor and the check of a draw find a manipulation', () => {
  test.each(TAMPERINGS.filter(({ name }) => !UNSEEN.has(name)))('$name', async (tampering) => {
    const { findings, concerned, bystander } = await inspect(tampering);
    expectFound(findings, tampering);
    // A draw that it concerns fails, not only another one.
    const checked = concerned.length > 0 ? concerned : bystander;
    expect(checked.flatMap(failuresIn), 'the failures of the check of a draw').not.toEqual([]);
  });
});

describe('the auditor finds a manipulation, and the check of a draw does not', () => {
  const unseen = TAMPERINGS.filter(({ name }) => UNSEEN.has(name));

  test('all of them are in the list of manipulations', () => {
    expect(unseen.map(({ name }) => name).sort()).toEqual([...UNSEEN.keys()].sort());
  });

  test.each(unseen)('$name', async (tampering) => {
    const { findings, concerned, bystander } = await inspect(tampering);
    expectFound(findings, tampering);
    const reports = [...concerned, ...bystander];
    expect(reports.flatMap(failuresIn), 'the failures of the check of a draw').toEqual([]);
    const memory = new Set(reports.map((report) => report?.memory.finding));
    expect([...memory]).toEqual([UNSEEN.get(tampering.name)?.memory ?? 'contained']);
  });
});

describe('neither the auditor nor the check of a draw can find', () => {
  test.each(NOT_DETECTABLE)('$name', async (tampering) => {
    const { findings, concerned, bystander } = await inspect(tampering);
    expect(findings, 'the findings of the auditor').toEqual([]);
    const failures = [...concerned, ...bystander].flatMap(failuresIn);
    expect(failures, 'the failures of the check of a draw').toEqual([]);
  });
});
