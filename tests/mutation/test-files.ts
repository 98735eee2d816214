/** Runs files of tests in a copy of the project, and finds out which mutants each of them comes past. */
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { bun, root } from '../../scripts/project.mjs';
import { REACHED, setSwitch } from './switches.ts';
import { type Ending, runIn } from './tree.ts';

export interface TestFile {
  path: string;
  seconds: number;
  /** The mutants whose code it runs. */
  reaches: ReadonlySet<number>;
}

const TEST_DEADLINE = 30_000;

/** The rules about the source itself do not hold for a copy with switches in it. */
const FOLDERS = ['src', 'tests/server', 'tests/faults', 'tests/torture', 'tests/commands'];

export const listTestFiles = (): string[] =>
  FOLDERS.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.test\.tsx?$/.test(name))
      .map((name) => `${folder}/${name}`),
  ).sort();

export const runTests = (tree: string, paths: string[], deadline: number): Promise<Ending> =>
  runIn(
    tree,
    bun,
    ['--no-orphans', 'test', '--bail', `--timeout=${TEST_DEADLINE}`, ...paths.map((path) => `./${path}`)],
    deadline,
  );

const FIRST_DEADLINE = 300_000;

/** Null: it does not pass in the copy even without a mutant, so its failure would say nothing. */
export async function measureTestFile(tree: string, path: string): Promise<TestFile | null> {
  const reached = join(tree, REACHED);
  rmSync(reached, { force: true });
  setSwitch(tree, { active: 0, isRecording: true });
  const startedAt = performance.now();
  const ending = await runTests(tree, [path], FIRST_DEADLINE);
  const seconds = (performance.now() - startedAt) / 1_000;
  if (ending !== 'passed') return null;
  const ids = existsSync(reached) ? readFileSync(reached, 'utf8').trim().split('\n').map(Number) : [];
  return { path, seconds, reaches: new Set(ids) };
}
