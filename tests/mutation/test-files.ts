/** Runs test files in a copy of the project, and records which mutants each of them reaches. */
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { bun, root } from '../../scripts/project.mjs';
import { readPlaywright } from '../../scripts/test-reports.mjs';
import { REACHED, setSwitch } from './switches.ts';
import { type Ending, runIn } from './tree.ts';

export interface TestFile {
  path: string;
  seconds: number;
  /** The mutants whose code it runs. */
  reaches: ReadonlySet<number>;
}

const TEST_DEADLINE = 30_000;
const PLAYWRIGHT = 'node_modules/@playwright/test/cli.js';
const BROWSER_FOLDER = 'tests/e2e';
/** Starting the browser and the servers of a worker. */
const BROWSER_START_SECONDS = 5;

/** Without tests/architecture: its rules do not hold for a copy with switches in it. */
const TEST_FOLDERS = ['src', 'tests/server', 'tests/faults', 'tests/torture', 'tests/commands'];

export const listTestFiles = (): string[] =>
  TEST_FOLDERS.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.test\.tsx?$/.test(name))
      .map((name) => `${folder}/${name}`),
  ).sort();

const isInBrowser = (path: string): boolean => path.startsWith(BROWSER_FOLDER);

export function runTests(tree: string, path: string, deadline: number): Promise<Ending> {
  if (isInBrowser(path)) {
    return runIn(tree, 'node', [PLAYWRIGHT, 'test', '--max-failures=1', '--workers=2', path], deadline);
  }
  const options = ['--no-orphans', 'test', '--bail', `--timeout=${TEST_DEADLINE}`];
  return runIn(tree, bun, [...options, `./${path}`], deadline);
}

const FIRST_DEADLINE = 300_000;

const readReached = (tree: string): string[] =>
  existsSync(join(tree, REACHED)) ? readFileSync(join(tree, REACHED), 'utf8').trim().split('\n') : [];

function startRecording(tree: string): void {
  rmSync(join(tree, REACHED), { force: true });
  setSwitch(tree, { active: 0, isRecording: true });
}

/** Null: it does not pass in the copy even without a mutant, so its failure would say nothing. */
export async function measureTestFile(tree: string, path: string): Promise<TestFile | null> {
  startRecording(tree);
  const startedAt = performance.now();
  const ending = await runTests(tree, path, FIRST_DEADLINE);
  const seconds = (performance.now() - startedAt) / 1_000;
  return ending === 'passed' ? { path, seconds, reaches: new Set(readReached(tree).map(Number)) } : null;
}

const BROWSER_DEADLINE = 1_800_000;

/** All browser tests in one run. Records only code that runs in pages: servers do not know which test is running. */
export async function measureBrowserTests(tree: string): Promise<TestFile[]> {
  startRecording(tree);
  const report = join(tree, 'browser-report.json');
  const args = [PLAYWRIGHT, 'test', '--reporter=json'];
  await runIn(tree, 'node', args, BROWSER_DEADLINE, { PLAYWRIGHT_JSON_OUTPUT_FILE: report });
  const { times } = readPlaywright(readFileSync(report, 'utf8'), BROWSER_FOLDER);
  const lines = readReached(tree).filter((line) => line.includes(' '));
  return [...Map.groupBy(times, ({ file }) => file)].map(([path, tests]) => ({
    path,
    seconds: BROWSER_START_SECONDS + tests.reduce((sum, { seconds }) => sum + seconds, 0) / 2,
    reaches: new Set(
      lines.filter((line) => line.startsWith(`${path} `)).map((line) => Number(line.slice(path.length))),
    ),
  }));
}
