/** Tries one mutant: runs the tests that come past it until one of them fails. */
import type { Mutant } from './mutants.ts';
import { setSwitch } from './switches.ts';
import { runTests, type TestFile } from './test-files.ts';

export type Verdict =
  | { isKilled: true; by: string }
  | { isKilled: false; reason: 'survived' | 'not reached' | 'survived as many tests as there was time for' };

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
    if (spent > budget) return { isKilled: false, reason: 'survived as many tests as there was time for' };
    spent += seconds;
    const run = (active: number) => {
      setSwitch(tree, { active, isRecording: false });
      return runTests(tree, path, deadlineOf(seconds));
    };
    if ((await run(mutant.id)) === 'passed') continue;
    // A test that fails without the mutant too has not noticed it.
    if (!canFailByChance(path) || (await run(0)) === 'passed') return { isKilled: true, by: path };
  }
  return { isKilled: false, reason: 'survived' };
}
