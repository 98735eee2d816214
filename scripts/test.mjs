/** npm test: every suite in turn, each even if an earlier one failed, and the sum as the last line. */
import { ensureInstalled } from './install.mjs';
import { runCommand } from './run.mjs';
import { browser, conclude, integration, lint, runSuite, types, unitTests } from './suites.mjs';

const SUITES = [types, lint, unitTests(['src']), integration, browser];

await runCommand(async () => {
  await ensureInstalled({ withDev: true });
  const tallies = [];
  for (const suite of SUITES) {
    console.log(`── ${suite.name}`);
    tallies.push(await runSuite(suite));
  }
  return conclude(tallies);
});
