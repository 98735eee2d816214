/** The mutation run: makes small faults in copies of the source and counts how many make a test fail. */
import { startPostgres } from '../../scripts/postgres.mjs';
import { root } from '../../scripts/project.mjs';
import { createRandom } from '../torture/random.ts';
import { chooseMutants, describeMutant, type Mutant } from './mutants.ts';
import { type Options, readOptions, USAGE } from './options.ts';
import { describeTrials, type Trial } from './report.ts';
import { installSwitches, setSwitch } from './switches.ts';
import { listTestFiles, measureBrowserTests, measureTestFile, type TestFile } from './test-files.ts';
import { buildPages, copyProject } from './tree.ts';
import { tryMutant } from './trial.ts';

/** Three for two cores, because tests also wait. */
const WORKERS = 3;

/** Hands the items to the workers one by one, each of which has a copy of the project of its own. */
async function runInTrees<Item>(
  trees: readonly string[],
  items: readonly Item[],
  work: (tree: string, item: Item, index: number) => Promise<void>,
): Promise<void> {
  const queue = items.entries();
  await Promise.all(
    trees.map(async (tree) => {
      for (const [index, item] of queue) await work(tree, item, index);
    }),
  );
}

async function measureTests(trees: readonly string[], withBrowser: boolean): Promise<TestFile[]> {
  const measured: TestFile[] = [];
  const paths = listTestFiles();
  console.log(`Recording which mutants each of ${paths.length} test files reaches`);
  await runInTrees(trees, paths, async (tree, path) => {
    const file = await measureTestFile(tree, path);
    if (file) measured.push(file);
    else console.log(`   ${path} does not pass in the copy and is left out`);
  });
  const [tree] = trees;
  if (!withBrowser || tree === undefined) return measured;
  console.log('Recording which mutants the browser tests reach');
  return [...measured, ...(await measureBrowserTests(tree))];
}

async function tryAll(
  trees: readonly string[],
  mutants: readonly Mutant[],
  files: readonly TestFile[],
  budget: number,
): Promise<Trial[]> {
  const trials: Trial[] = [];
  await runInTrees(trees, mutants, async (tree, mutant, index) => {
    const verdict = await tryMutant(tree, mutant, files, budget);
    trials.push({ mutant, verdict });
    const ending = verdict.isKilled ? `killed by ${verdict.by}` : verdict.reason.toUpperCase();
    console.log(`${index + 1}/${mutants.length} ${describeMutant(mutant)}: ${ending}`);
  });
  return trials;
}

async function prepare(tree: string, mutants: readonly Mutant[]): Promise<void> {
  installSwitches(tree, mutants);
  setSwitch(tree, { active: 0, isRecording: false });
  if ((await buildPages(tree)) !== 'passed')
    throw new Error('The pages cannot be built with switches in them.');
}

async function runAll({ areas, each, seed, budget, withBrowser }: Options): Promise<void> {
  const mutants = chooseMutants(root, areas, each, createRandom(seed));
  console.log(`Seed ${seed}; ${mutants.length} mutants in ${areas.join(', ')}`);
  const postgres = await startPostgres();
  process.env['TEST_POSTGRES_URL'] = postgres.url;
  try {
    const trees = Array.from({ length: WORKERS }, copyProject);
    for (const tree of trees) await prepare(tree, mutants);
    const trials = await tryAll(trees, mutants, await measureTests(trees, withBrowser), budget);
    console.log(`\n${describeTrials(trials)}`);
  } finally {
    await postgres.stop();
  }
}

let options: Options | null;
try {
  options = readOptions(process.argv.slice(2));
} catch (error) {
  console.error(`${error instanceof Error ? error.message : error}\n\n${USAGE}`);
  process.exit(2);
}
if (options) await runAll(options);
else console.log(USAGE);
