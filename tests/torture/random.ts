/** Random choices that follow from a seed: the same seed makes the same choices in the same order. */
import { uniformInt } from 'pure-rand/distribution/uniformInt';
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';

export interface Random {
  seed: number;
  /** A whole number from `min` to `max`, both included. */
  integer(min: number, max: number): number;
  /** True in so many of all cases: `chance(0.1)` in a tenth. */
  chance(probability: number): boolean;
  pick<T>(list: readonly [T, ...T[]]): T;
  /** Another source of choices, for work that runs beside this one: whoever is faster changes nothing for the other. */
  fork(): Random;
}

const MOST = 0x7f_ff_ff_ff;

export function createRandom(seed: number): Random {
  const generator = xoroshiro128plus(seed);
  const integer = (min: number, max: number): number => uniformInt(generator, min, max);
  return {
    seed,
    integer,
    chance: (probability) => integer(0, MOST - 1) < probability * MOST,
    pick<T>(list: readonly [T, ...T[]]) {
      return list[integer(0, list.length - 1)] as T;
    },
    fork: () => createRandom(integer(0, MOST)),
  };
}
