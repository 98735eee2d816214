/** Runs the subjects, prints their figures and writes them to docs/performance.md and, with a simulation, to docs/scale.md. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { inProject } from '../scripts/project.mjs';
import { findCommit } from '../tests/support/commit.ts';
import { attack } from './attack/attack.ts';
import { cost } from './cost/cost.ts';
import { http } from './http/http.ts';
import { describeMachine } from './machine.ts';
import { nodes } from './nodes/nodes.ts';
import { type Options, readOptions, USAGE } from './options.ts';
import { pages } from './pages/pages.ts';
import { printGoals, printMeasurements, writeReport } from './report.ts';
import { writeScale } from './scale/document.ts';
import { screen } from './screen/screen.ts';
import { history } from './server/history.ts';
import { misses } from './server/misses.ts';
import { start } from './server/start.ts';
import { storm } from './storm/storm.ts';
import { streams } from './streams/streams.ts';
import type { Results, Subject } from './subject.ts';

/** In the order in which they run. */
const SUBJECTS: readonly Subject[] = [
  http,
  streams,
  storm,
  nodes,
  misses,
  start,
  history,
  cost,
  attack,
  screen,
  pages,
];

/** Not measured: simulated with the figures of the subjects. */
const SIMULATION = 'scale';
const NAMES = [...SUBJECTS.map(({ name }) => name), SIMULATION];

const REPORT = inProject('docs/performance.md');
const SCALE = inProject('docs/scale.md');
/** The samples of all subjects, because a run of one subject writes the whole report. */
const SAMPLES = inProject('docs/performance.json');

async function runAll(options: Options): Promise<void> {
  const chosen = SUBJECTS.filter(({ name }) => options.only?.includes(name) ?? true);
  // Read before the run, because a commit that is created during the run has not been measured.
  const run = { commit: findCommit(), machine: describeMachine(), command: commandOf(options) };
  console.log(`${run.machine}; ${(options.only ?? NAMES).join(', ')}`);
  for (const subject of chosen) {
    console.log(`\n── ${subject.name}: ${subject.title}`);
    const { quick } = options;
    const measurements = await subject.run({ quick, progress: (text) => console.log(`   ${text}`) });
    console.log(`\n${printMeasurements(measurements)}\n\n${printGoals(measurements)}`);
    const date = new Date().toISOString().slice(0, 10);
    if (!quick) store(subject.name, { date, ...run, measurements });
  }
  if (!options.quick) storeSimulation();
}

const readStored = (): Record<string, Results> =>
  existsSync(SAMPLES) ? JSON.parse(readFileSync(SAMPLES, 'utf8')) : {};

function storeSimulation(): void {
  const text = writeScale(readStored());
  if (text === null) console.log('\ndocs/scale.md needs measurements that are not there.');
  else writeFileSync(SCALE, text);
}

function store(name: string, results: Results): void {
  const all = { ...readStored(), [name]: results };
  writeFileSync(SAMPLES, `${JSON.stringify(all, roundSamples, 1)}\n`);
  writeFileSync(REPORT, writeReport(SUBJECTS, all));
}

/** More digits than that are noise. */
const roundSamples = (_key: string, value: unknown): unknown =>
  typeof value === 'number' ? Number(value.toPrecision(5)) : value;

const commandOf = ({ only }: Options): string => `npm run bench${only ? ` -- --only ${only.join(',')}` : ''}`;

let options: Options | null;
try {
  options = readOptions(process.argv.slice(2), NAMES);
} catch (error) {
  console.error(`${error instanceof Error ? error.message : error}\n\n${USAGE}`);
  process.exit(2);
}
if (options === null) {
  console.log(`${USAGE}\n\nSubjects: ${NAMES.join(', ')}`);
  process.exit(0);
}
await runAll(options);
process.exit(0);
