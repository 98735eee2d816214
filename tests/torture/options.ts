/** Parses the options of `npm run torture --`. */
import { parseArgs } from 'node:util';

export interface Options {
  minutes: number;
  /** The scenarios to run; null: all of them. */
  only: string[] | null;
  /** How many units of one scenario to run; null: as many as the minutes allow. */
  count: number | null;
  seed: number;
}

const DEFAULT_MINUTES = 10;
const MOST_MINUTES = 24 * 60;

export const USAGE = `npm run torture -- [--minutes N] [--only NAME[,NAME…]] [--count N] [--seed N]

  --minutes N   how long the whole run takes, ${DEFAULT_MINUTES} unless given
  --only NAMES  only these scenarios
  --count N     with one scenario: do so many of its units, however long they take
  --seed N      repeat the choices of an earlier run`;

/** Returns null for `--help`. Throws an error with a message for the user. */
export function readOptions(args: string[], names: readonly string[]): Options | null {
  const { values } = parseArgs({
    args,
    options: {
      minutes: { type: 'string' },
      only: { type: 'string' },
      count: { type: 'string' },
      seed: { type: 'string' },
      help: { type: 'boolean' },
    },
  });
  if (values.help) return null;
  const only = values.only?.split(',') ?? null;
  const unknown = only?.filter((name) => !names.includes(name)) ?? [];
  if (unknown.length > 0) {
    throw new Error(`There is no scenario "${unknown.join(', ')}". There are: ${names.join(', ')}.`);
  }
  if (values.count !== undefined && (only?.length !== 1 || values.minutes !== undefined)) {
    throw new Error('--count needs exactly one scenario in --only, and no --minutes.');
  }
  return {
    minutes: readNumber('minutes', values.minutes, MOST_MINUTES) ?? DEFAULT_MINUTES,
    only,
    count: readWhole('count', values.count, Number.MAX_SAFE_INTEGER),
    seed: readWhole('seed', values.seed, 0x7f_ff_ff_ff) ?? Date.now() & 0x7f_ff_ff_ff,
  };
}

function readNumber(name: string, text: string | undefined, most: number): number | null {
  if (text === undefined) return null;
  const value = Number(text);
  if (!(value > 0 && value <= most)) throw new Error(`--${name} must be a number up to ${most}.`);
  return value;
}

function readWhole(name: string, text: string | undefined, most: number): number | null {
  const value = readNumber(name, text, most);
  if (value !== null && !Number.isInteger(value)) throw new Error(`--${name} must be a whole number.`);
  return value;
}
