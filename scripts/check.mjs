/** npm run check: types, lint and unit tests at the same time. */
import { ensureInstalled } from './install.mjs';
import { runCommand } from './run.mjs';
import { lint, runSuite, types, unitTests } from './suites.mjs';
import { printTotal } from './test-reports.mjs';

await runCommand(async () => {
  await ensureInstalled({ withDev: true });
  const suites = [types, lint, unitTests(['src', 'bench', 'tests/architecture'])];
  return printTotal(await Promise.all(suites.map((suite) => runSuite(suite))));
});
