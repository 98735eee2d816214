/** What someone with the database and the key can change, and how the auditor finds it. */
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test';
import type { Tampering } from './tampering-case.ts';
import { tamperWith } from './tampering-copy.ts';
import { TAMPERINGS } from './tampering-list.ts';
import { auditCopy, liveFromTheStart, type Point, removeCopies } from './tampering-site.ts';
import { NOT_DETECTABLE } from './tampering-undetectable.ts';

setDefaultTimeout(60_000);

let points: Point[] = [];
beforeAll(async () => {
  points = await liveFromTheStart();
});
afterAll(removeCopies);

function pointAfter(stage: string): Point {
  const point = points.find(({ name }) => name === stage);
  if (!point) throw new Error(`no point after ${stage}`);
  return point;
}

async function findingsOf({
  copiedAfter,
  rememberedAfter,
  now,
  tamper,
}: Omit<Tampering, 'finds'>): Promise<string[]> {
  const copied = pointAfter(copiedAfter ?? 'lastMorning');
  const { checkpoint } = pointAfter(rememberedAfter ?? 'dayWithoutBeacon');
  const file = await tamperWith(copied, tamper);
  const { findings } = await auditCopy({ file }, { now: now ?? copied.now, remembered: checkpoint });
  return findings;
}

test('there are more than 200 different manipulations', () => {
  expect(new Set(TAMPERINGS.map(({ name }) => name)).size).toBe(TAMPERINGS.length);
  expect(TAMPERINGS.length).toBeGreaterThan(200);
});

describe('a manipulation is found', () => {
  test.each(TAMPERINGS)('$name', async (tampering) => {
    const findings = await findingsOf(tampering);
    for (const finding of tampering.finds) {
      expect(findings).toContainEqual(typeof finding === 'string' ? finding : expect.stringMatching(finding));
    }
  });
});

describe('what no auditor can find', () => {
  test.each(NOT_DETECTABLE)('$name', async (tampering) => {
    expect(await findingsOf(tampering)).toEqual([]);
  });
});
