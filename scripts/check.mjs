/** npm run check: types, lint and unit tests side by side, quick enough for every step. */
import { ensureInstalled } from './install.mjs';
import { runCommand } from './run.mjs';
import { lint, runSuite, types, unitTests } from './suites.mjs';
import { printSum } from './test-reports.mjs';

await runCommand(async () => {
  await ensureInstalled({ withDev: true });
  const suites = [types, lint, unitTests(['src', 'tests/architecture'])];
  return printSum(await Promise.all(suites.map((suite) => runSuite(suite))));
});
