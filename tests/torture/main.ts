/** Runs every scenario, writes its figures to docs/reliability.md, and exits with 1 if a rule was broken. */
import { readFileSync, writeFileSync } from 'node:fs';
import { inProject } from '../../scripts/project.mjs';
import { findCommit } from '../support/commit.ts';
import { days } from './days/days.ts';
import { fullDisk } from './full-disk/full-disk.ts';
import { fuzz } from './fuzz/fuzz.ts';
import { kills } from './kills/kills.ts';
import { nodes } from './nodes/nodes.ts';
import { type Options, readOptions, USAGE } from './options.ts';
import { push } from './push/push.ts';
import { createRandom } from './random.ts';
import { describeLateness, writeRow } from './report.ts';
import { type Assignment, type Figures, figuresOfFailure, type Scenario } from './scenario.ts';
import { streams } from './streams/streams.ts';
import { twoWorlds } from './two-worlds/two-worlds.ts';

/** In the order in which they run. */
const SCENARIOS: readonly Scenario[] = [nodes, kills, fullDisk, streams, days, fuzz, twoWorlds, push];

const REPORT = inProject('docs/reliability.md');
const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const PROGRESS_EVERY = 5 * SECOND;

async function runAll(options: Options): Promise<boolean> {
  const chosen = SCENARIOS.filter(({ name }) => options.only?.includes(name) ?? true);
  const shares = chosen.reduce((sum, { share }) => sum + share, 0);
  // Read before the run, because a commit that is created during the run has not been tested.
  const commit = findCommit();
  console.log(`Seed ${options.seed}; ${chosen.map(({ name }) => name).join(', ')}`);
  let hasPassed = true;
  for (const scenario of chosen) {
    const time = (options.minutes * MINUTE * scenario.share) / shares;
    const figures = await runOne(
      scenario,
      options,
      options.count === null ? time : Number.POSITIVE_INFINITY,
      commit,
    );
    hasPassed &&= figures.violations.length === 0;
  }
  return hasPassed;
}

async function runOne(scenario: Scenario, options: Options, time: number, commit: string): Promise<Figures> {
  const { name, title, unit } = scenario;
  console.log(`\n── ${name}: ${title}`);
  const startedAt = performance.now();
  const figures = await scenario.run(assign(options, unit, time)).catch(figuresOfFailure);
  if (figures.done === 0) figures.violations.push(`not one of the ${unit} was done`);
  const seconds = (performance.now() - startedAt) / SECOND;
  printFigures(figures, unit, seconds);
  const run = { command: commandOf(options), date: today(), commit, seed: options.seed, scenario };
  writeFileSync(REPORT, writeRow(readFileSync(REPORT, 'utf8'), { ...run, seconds, figures }));
  return figures;
}

function assign({ seed, count }: Options, unit: string, time: number): Assignment {
  const startedAt = performance.now();
  let printedAt = startedAt;
  let hasProgress = false;
  return {
    random: createRandom(seed),
    count: count ?? Number.POSITIVE_INFINITY,
    isOver: () => hasProgress && performance.now() - startedAt >= time,
    progress(done, text = '') {
      hasProgress ||= done > 0;
      if (performance.now() - printedAt < PROGRESS_EVERY) return;
      printedAt = performance.now();
      console.log(`   ${Math.round((printedAt - startedAt) / SECOND)} s: ${done} ${unit} ${text}`.trimEnd());
    },
  };
}

function printFigures(figures: Figures, unit: string, seconds: number): void {
  const { leaked, lost, doubled, early, serverErrors, unavailable } = figures;
  const counts = { leaked, lost, doubled, early, '5xx but 503': serverErrors, '503': unavailable };
  const parts = Object.entries(counts).flatMap(([what, count]) => (count === null ? [] : `${what} ${count}`));
  console.log(`   ${figures.done} ${unit} in ${Math.round(seconds)} s; ${figures.faults}`);
  console.log(`   ${parts.join(', ')}; late p50 / p99 / max: ${describeLateness(figures.lateness)}`);
  for (const violation of figures.violations) console.log(`   BROKEN: ${violation}`);
}

/** Without the seed, which has its own column. */
function commandOf({ minutes, only, count }: Options): string {
  const amount = count === null ? ` --minutes ${minutes}` : ` --count ${count}`;
  return `npm run torture --${only ? ` --only ${only.join(',')}` : ''}${amount}`;
}

const today = (): string => new Date().toISOString().slice(0, 10);

let options: Options | null;
try {
  options = readOptions(
    process.argv.slice(2),
    SCENARIOS.map(({ name }) => name),
  );
} catch (error) {
  console.error(`${error instanceof Error ? error.message : error}\n\n${USAGE}`);
  process.exit(2);
}
if (options === null) {
  console.log(`${USAGE}\n\nScenarios: ${SCENARIOS.map(({ name }) => name).join(', ')}`);
  process.exit(0);
}
process.exit((await runAll(options)) ? 0 : 1);
