import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { anyDigits, anySlot } from '../../../tests/support/arbitraries.ts';
import { countNaively } from '../../../tests/support/naive-counts.ts';
import { addDays, type IstDate } from '../ist-time.ts';
import { SLOTS } from '../slots.ts';
import { type CountQuery, DrawIndex } from './draw-index.ts';
import type { DrawnResult } from './draw-sort-key.ts';

const START = '2026-01-01';
const DAYS = 120;

const anyDay: fc.Arbitrary<IstDate> = fc.nat({ max: DAYS - 1 }).map((day) => addDays(START, day));
const anyResult = anyDigits.map((digits) => digits.join(''));
const anyQuery: fc.Arbitrary<CountQuery> = fc.record(
  { slot: anySlot, from: anyDay, to: anyDay },
  { requiredKeys: [] },
);

type Action =
  | { kind: 'put'; date: IstDate; slot: DrawnResult['slot']; digits: string }
  | { kind: 'correct'; pick: number; digits: string }
  | { kind: 'move'; pick: number; date: IstDate; slot: DrawnResult['slot'] }
  | { kind: 'withdraw'; pick: number }
  | { kind: 'count'; query: CountQuery };

const pick = fc.nat({ max: 1_000 });
const anyAction: fc.Arbitrary<Action> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('put' as const),
      date: anyDay,
      slot: anySlot,
      digits: anyResult,
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('correct' as const), pick, digits: anyResult }) },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('move' as const), pick, date: anyDay, slot: anySlot }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('withdraw' as const), pick }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('count' as const), query: anyQuery }) },
);

/** The site as a list: one draw for a date and slot. */
class NaiveSite {
  readonly draws = new Map<string, DrawnResult>();
  #ids = 0;

  isFree({ date, slot }: Pick<DrawnResult, 'date' | 'slot'>): boolean {
    return ![...this.draws.values()].some((draw) => draw.date === date && draw.slot === slot);
  }

  newId(): string {
    this.#ids += 1;
    return `draw-${this.#ids}`;
  }

  idAt(index: number): string | undefined {
    return [...this.draws.keys()][index % Math.max(1, this.draws.size)];
  }
}

/** Returns the changed draw, as the feed would name it. */
function perform(site: NaiveSite, action: Exclude<Action, { kind: 'count' }>): string | undefined {
  if (action.kind === 'put') {
    const { kind: _, ...draw } = action;
    if (!site.isFree(draw)) return undefined;
    const id = site.newId();
    site.draws.set(id, draw);
    return id;
  }
  const id = site.idAt(action.pick);
  const draw = id === undefined ? undefined : site.draws.get(id);
  if (!id || !draw) return undefined;
  if (action.kind === 'withdraw') site.draws.delete(id);
  if (action.kind === 'correct') site.draws.set(id, { ...draw, digits: action.digits });
  if (action.kind === 'move' && site.isFree(action))
    site.draws.set(id, { ...draw, date: action.date, slot: action.slot });
  return id;
}

function apply(index: DrawIndex, id: string, draw: DrawnResult | undefined): void {
  if (draw) index.put(id, draw);
  else index.remove(id);
}

/** A history long enough for several checkpoints: every slot of the first days. */
const longHistory = (results: readonly string[]): DrawnResult[] =>
  results.map((digits, number) => ({
    date: addDays(START, Math.floor(number / SLOTS.length)),
    slot: SLOTS[number % SLOTS.length] ?? '10:00',
    digits,
  }));

describe('the index counts what a naive count counts', () => {
  test('after any draws, corrections, moves and withdrawals, for any slot and range', () => {
    fc.assert(
      fc.property(
        fc.array(anyResult, { maxLength: 450 }),
        fc.array(anyAction, { maxLength: 40 }),
        anyQuery,
        (history, actions, lastQuery) => {
          const site = new NaiveSite();
          const index = new DrawIndex();
          for (const draw of longHistory(history)) {
            const id = site.newId();
            site.draws.set(id, draw);
            index.put(id, draw);
          }
          for (const action of [
            ...actions,
            { kind: 'count', query: lastQuery } as const,
            { kind: 'count', query: {} } as const,
          ]) {
            if (action.kind === 'count') {
              expect(index.count(action.query)).toEqual(countNaively([...site.draws.values()], action.query));
            } else {
              const id = perform(site, action);
              if (id) apply(index, id, site.draws.get(id));
            }
          }
        },
      ),
      { numRuns: 60 },
    );
  });

  test('if changes that it has already seen are applied again', () => {
    fc.assert(
      fc.property(fc.array(anyAction, { maxLength: 60 }), (actions) => {
        const site = new NaiveSite();
        const changes: [string, DrawnResult | undefined][] = [];
        for (const action of actions) {
          const id = action.kind === 'count' ? undefined : perform(site, action);
          if (id) changes.push([id, site.draws.get(id)]);
        }
        const index = new DrawIndex();
        for (const [id, draw] of site.draws) index.put(id, draw);
        for (const [id, draw] of changes) apply(index, id, draw);
        expect(index.count({})).toEqual(countNaively([...site.draws.values()], {}));
      }),
    );
  });
});

describe('the index', () => {
  test('without draws returns zeros and nulls', () => {
    const counts = new DrawIndex().count({ slot: '12:00', from: '2026-01-01' });
    expect(counts).toMatchObject({ draws: 0, first: null, last: null });
    expect(new Set(counts.positions.flat())).toEqual(new Set([0]));
    expect(new Set(counts.since.flat())).toEqual(new Set([null]));
  });

  test('counts the first and the last supported date, and nothing between exchanged ends', () => {
    const index = new DrawIndex();
    index.put('first', { date: '1970-01-01', slot: '10:00', digits: '00000' });
    index.put('last', { date: '9999-12-31', slot: '19:00', digits: '99999' });
    expect(index.count({})).toMatchObject({ draws: 2, first: '1970-01-01', last: '9999-12-31' });
    expect(index.count({ from: '1970-01-01', to: '1970-01-01' }).draws).toBe(1);
    expect(index.count({ from: '9999-12-31', to: '9999-12-31' }).draws).toBe(1);
    expect(index.count({ from: '2026-01-02', to: '2026-01-01' }).draws).toBe(0);
  });
});

describe('the time of a count', () => {
  const FIRST_DAY = '1980-01-01';

  function indexOf(days: number): DrawIndex {
    const index = new DrawIndex();
    for (let day = 0; day < days; day += 1) {
      const date = addDays(FIRST_DAY, day);
      for (const [place, slot] of SLOTS.entries()) {
        const digits = String(((day * SLOTS.length + place) * 48_271) % 100_000).padStart(5, '0');
        index.put(`${day} ${place}`, { date, slot, digits });
      }
    }
    index.count({});
    for (const slot of SLOTS) index.count({ slot });
    return index;
  }

  /** The fastest of several runs: others work on the same machine. */
  function timeOf(index: DrawIndex, days: number): number {
    const queries = Array.from({ length: 200 }, (_, number) => {
      const from = addDays(FIRST_DAY, (number * 37) % days);
      return { from, to: addDays(from, (number * 53) % days), slot: SLOTS[number % 7] };
    });
    const once = () => {
      const since = performance.now();
      for (const query of queries) index.count(query);
      return performance.now() - since;
    };
    return Math.min(...Array.from({ length: 7 }, once));
  }

  test('is the same for 1,000 and for 100,000 draws', () => {
    const [short, long] = [indexOf(200), indexOf(20_000)];
    timeOf(short, 200);
    expect(timeOf(long, 20_000) / timeOf(short, 200)).toBeLessThan(5);
  });
});
