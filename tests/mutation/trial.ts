/** Tries one mutant: runs the test files that reach it until one fails. */
import type { Mutant } from './mutants.ts';
import { setSwitch } from './switches.ts';
import { runTests, type TestFile } from './test-files.ts';

export type Verdict =
  | { isKilled: true; by: string }
  | { isKilled: false; reason: 'survived' | 'not reached' | 'budget exceeded' };

const deadlineOf = (seconds: number): number => 30_000 + seconds * 4_000;

/** Unit tests depend on nothing that changes from run to run. */
const canFailByChance = (path: string): boolean => !path.startsWith('src/');

/** `budget`: how many seconds of tests may be run. */
export async function tryMutant(
  tree: string,
  mutant: Mutant,
  files: readonly TestFile[],
  budget: number,
): Promise<Verdict> {
  const reaching = files.filter(({ reaches }) => reaches.has(mutant.id));
  if (reaching.length === 0) return { isKilled: false, reason: 'not reached' };
  let spent = 0;
  for (const { path, seconds } of reaching.toSorted((a, b) => a.seconds - b.seconds)) {
    if (spent > budget) return { isKilled: false, reason: 'budget exceeded' };
    spent += seconds;
    const run = (active: number) => {
      setSwitch(tree, { active, isRecording: false });
      return runTests(tree, path, deadlineOf(seconds));
    };
    if ((await run(mutant.id)) === 'passed') continue;
    // A test that also fails without the mutant, or passes with it, did not fail because of it.
    const isNoticed =
      !canFailByChance(path) || ((await run(0)) === 'passed' && (await run(mutant.id)) !== 'passed');
    if (isNoticed) return { isKilled: true, by: path };
  }
  return { isKilled: false, reason: 'survived' };
}
