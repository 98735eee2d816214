/** A service context on a test's database, with a clock that stands where the test puts it and seeded randomness. */
import type { NewDraw } from '../../src/contract/draws.ts';
import type { RandomBytes } from '../../src/core/digits.ts';
import { drawNumberFor } from '../../src/core/draw-number.ts';
import { type Instant, instantOf } from '../../src/core/ist-time.ts';
import type { Slot } from '../../src/core/slots.ts';
import type { Actor, ServiceContext } from '../../src/server/services/context.ts';
import type { Database } from '../../src/server/storage/database.ts';

export const TODAY = '2026-11-15';
export const EDITOR: Actor = { id: 'editor-1', name: 'Meera' };

export interface World extends ServiceContext {
  database: Database;
  setTime(time: Instant): void;
  /** How often live streams were woken. */
  wakeUps(): number;
}

export function makeWorld(database: Database, start: Instant = instantOf(TODAY, '09:00')): World {
  let time = start;
  let wakeUps = 0;
  return {
    database,
    clock: { now: () => time },
    randomBytes: countingBytes(),
    changed: async () => {
      wakeUps += 1;
    },
    setTime: (next) => {
      time = next;
    },
    wakeUps: () => wakeUps,
  };
}

/** Never the same twice within a world, always the same from one run to the next. */
function countingBytes(): RandomBytes {
  let state = 1;
  return (count) =>
    Uint8Array.from({ length: count }, () => {
      state = (state * 48_271) % 2_147_483_647;
      return state & 0xff;
    });
}

export function newDrawFor(slot: Slot, digits: string, more: Partial<NewDraw> = {}): NewDraw {
  const date = more.date ?? TODAY;
  const [digit1 = '', digit2 = '', digit3 = '', digit4 = '', digit5 = ''] = digits;
  return {
    date,
    slot,
    drawNo: drawNumberFor(date, slot),
    digit1,
    digit2,
    digit3,
    digit4,
    digit5,
    published: false,
    ...more,
  };
}
