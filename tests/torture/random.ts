/** Pseudo-random choices: the same seed gives the same choices in the same order. */
import { uniformInt } from 'pure-rand/distribution/uniformInt';
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';

export interface Random {
  seed: number;
  /** An integer from `min` to `max`, both included. */
  integer(min: number, max: number): number;
  /** Returns true with this probability. */
  chance(probability: number): boolean;
  pick<T>(list: readonly [T, ...T[]]): T;
  bytes(count: number): Uint8Array;
  /** An independent generator for concurrent work, so that timing does not change the choices. */
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
    bytes: (count) => Uint8Array.from({ length: count }, () => integer(0, 255)),
    fork: () => createRandom(integer(0, MOST)),
  };
}
