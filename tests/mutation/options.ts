/** The options of `npm run mutate`. */
import { parseArgs } from 'node:util';
import { AREAS, type Area } from './mutants.ts';

export interface Options {
  areas: readonly Area[];
  /** How many mutants of each area. */
  each: number;
  seed: number;
  /** How many seconds of tests may be run for one mutant. */
  budget: number;
  withBrowser: boolean;
}

const DEFAULT_EACH = 20;
const DEFAULT_BUDGET = 300;

export const USAGE = `npm run mutate -- [--only AREA[,AREA…]] [--each N] [--seed N] [--budget SECONDS] [--no-browser]

  --only AREAS   areas: ${AREAS.join(', ')}
  --each N       how many mutants of each area, ${DEFAULT_EACH} unless given
  --seed N       choose the same mutants as an earlier run did in the same source
  --budget N     maximum seconds of tests for each mutant, ${DEFAULT_BUDGET} unless given
  --no-browser   without the browser tests`;

/** Null where only help is asked for. Throws an error with a message for the person at the terminal. */
export function readOptions(args: string[]): Options | null {
  const { values } = parseArgs({
    args,
    allowNegative: true,
    options: {
      only: { type: 'string' },
      each: { type: 'string' },
      seed: { type: 'string' },
      budget: { type: 'string' },
      browser: { type: 'boolean' },
      help: { type: 'boolean' },
    },
  });
  if (values.help) return null;
  const names = values.only?.split(',') ?? AREAS;
  const areas = AREAS.filter((area) => names.includes(area));
  const unknown = names.filter((name) => !AREAS.some((area) => area === name));
  if (unknown.length > 0) {
    throw new Error(`Unknown area: ${unknown.join(', ')}. The areas are ${AREAS.join(', ')}.`);
  }
  return {
    areas,
    each: readCount('each', values.each) ?? DEFAULT_EACH,
    seed: readCount('seed', values.seed) ?? Date.now() & 0x7f_ff_ff_ff,
    budget: readCount('budget', values.budget) ?? DEFAULT_BUDGET,
    withBrowser: values.browser ?? true,
  };
}

function readCount(name: string, text: string | undefined): number | null {
  if (text === undefined) return null;
  const value = Number(text);
  if (!Number.isInteger(value) || value < 1) throw new Error(`--${name} must be a whole number from 1.`);
  return value;
}
