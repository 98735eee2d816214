/** Tries one mutant: runs the tests that come past it until one of them fails. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { applyMutant, type Mutant } from './mutants.ts';
import { setSwitch } from './switches.ts';
import { runTests, type TestFile } from './test-files.ts';
import { buildPages, runIn } from './tree.ts';

export type Verdict =
  | { isKilled: true; by: string }
  | { isKilled: false; reason: 'survived' | 'not reached' };

const deadlineOf = (seconds: number): number => 30_000 + seconds * 4_000;

export async function tryMutant(tree: string, mutant: Mutant, files: readonly TestFile[]): Promise<Verdict> {
  const reaching = files.filter(({ reaches }) => reaches.has(mutant.id));
  if (reaching.length === 0) return { isKilled: false, reason: 'not reached' };
  const quickestFirst = reaching.toSorted((a, b) => a.seconds - b.seconds);
  for (const file of quickestFirst) {
    setSwitch(tree, { active: mutant.id, isRecording: false });
    if ((await runTests(tree, [file.path], deadlineOf(file.seconds))) === 'passed') continue;
    // A test that fails without the mutant too has not noticed it.
    setSwitch(tree, { active: 0, isRecording: false });
    if ((await runTests(tree, [file.path], deadlineOf(file.seconds))) === 'passed') {
      return { isKilled: true, by: file.path };
    }
  }
  return { isKilled: false, reason: 'survived' };
}

const BROWSER_DEADLINE = 900_000;
const PLAYWRIGHT = 'node_modules/@playwright/test/cli.js';

/** For code that also runs in the page: builds the pages with the mutant in them and runs the browser tests. */
export async function tryInBrowser(tree: string, mutant: Mutant, chromium: string): Promise<Verdict> {
  const node = (args: string[]) => runIn(tree, 'node', args, BROWSER_DEADLINE, { CHROMIUM_PATH: chromium });
  const file = join(tree, mutant.path);
  const source = readFileSync(file, 'utf8');
  try {
    writeFileSync(file, applyMutant(source, mutant));
    if ((await buildPages(tree)) !== 'passed') return { isKilled: true, by: 'the page build' };
    const ending = await node([PLAYWRIGHT, 'test', '--max-failures=1']);
    if (ending === 'passed') return { isKilled: false, reason: 'survived' };
  } finally {
    writeFileSync(file, source);
  }
  // A test that fails without the mutant too has not noticed it.
  await buildPages(tree);
  return (await node([PLAYWRIGHT, 'test', '--last-failed'])) === 'passed'
    ? { isKilled: true, by: 'the browser tests' }
    : { isKilled: false, reason: 'survived' };
}
