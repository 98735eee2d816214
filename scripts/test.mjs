/** npm test [-- PART [PATTERN]]: runs all suites, even if one fails, and prints the total as the last line. */
import { ensureInstalled } from './install.mjs';
import { CommandFailed, runCommand } from './run.mjs';
import { browser, integration, lint, runSuite, types, unitTests } from './suites.mjs';
import { printTotal } from './test-reports.mjs';

const unit = unitTests(['src', 'bench']);
const PARTS = [unit, integration, browser];

/** @param {string} name */
function findPart(name) {
  const part = PARTS.find((suite) => suite.name === name);
  if (part) return part;
  const names = PARTS.map((suite) => suite.name).join(', ');
  throw new CommandFailed(`There is no part "${name}" of the tests. There are: ${names}.`);
}

async function runAll() {
  const outcomes = await Promise.all([types, lint, unit].map((suite) => runSuite(suite)));
  for (const suite of [integration, browser]) outcomes.push(await runSuite(suite));
  return outcomes;
}

await runCommand(async () => {
  const [name, pattern] = process.argv.slice(2);
  const part = name === undefined ? undefined : findPart(name);
  await ensureInstalled({ withDev: true });
  return printTotal(part ? [await runSuite(part, pattern)] : await runAll());
});
