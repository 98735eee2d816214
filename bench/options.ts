/** Parses the options of `npm run bench --`. */
import { parseArgs } from 'node:util';

export interface Options {
  /** The subjects to run; null: all of them. */
  only: string[] | null;
  quick: boolean;
}

export const USAGE = `npm run bench -- [--only NAME[,NAME…]] [--quick]

  --only NAMES  only these subjects; the figures of the others stay as they are
  --quick       few and short rounds, to see that everything works; writes no figures`;

/** Returns null for `--help`. Throws an error with a message for the user. */
export function readOptions(args: string[], names: readonly string[]): Options | null {
  const { values } = parseArgs({
    args,
    options: { only: { type: 'string' }, quick: { type: 'boolean' }, help: { type: 'boolean' } },
  });
  if (values.help) return null;
  const only = values.only?.split(',') ?? null;
  const unknown = only?.filter((name) => !names.includes(name)) ?? [];
  if (unknown.length > 0) {
    throw new Error(`There is no subject "${unknown.join(', ')}". There are: ${names.join(', ')}.`);
  }
  return { only, quick: values.quick ?? false };
}
