/** The points in the life of an installation, for all tests of a file. */
import { afterAll, beforeAll } from 'bun:test';
import { openBrowser } from './tampering-browser.ts';
import type { Stage } from './tampering-life.ts';
import { liveFromTheStart, type Point, removeCopies, routesOf } from './tampering-site.ts';

export const LAST: Stage = 'lastMorning';

export interface Points {
  /** In their order. */
  all: readonly Point[];
  after(stage: string): Point;
  /** The key with which the site signs. */
  key: string;
}

/** What it returns is filled before the first test. */
export function livePoints(): Points {
  const points: Points = {
    all: [],
    after(stage) {
      const point = points.all.find(({ name }) => name === stage);
      if (!point) throw new Error(`no point after ${stage}`);
      return point;
    },
    key: '',
  };
  beforeAll(async () => {
    points.all = await liveFromTheStart();
    points.key = await (await openBrowser(await routesOf(points.after(LAST)))).readKey();
  });
  afterAll(removeCopies);
  return points;
}
