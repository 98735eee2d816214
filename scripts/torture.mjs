/** npm run torture: the long fault and attack run, with the figures that it writes into docs/reliability.md. */
import { ensureBuilt } from './build.mjs';
import { ensureInstalled } from './install.mjs';
import { startPostgres } from './postgres.mjs';
import { bun } from './project.mjs';
import { run, runCommand } from './run.mjs';

await runCommand(async () => {
  await ensureInstalled({ withDev: true });
  await ensureBuilt();
  const postgres = await startPostgres();
  const env = { ...process.env, TEST_POSTGRES_URL: postgres.url };
  try {
    const { code } = await run(bun, ['tests/torture/main.ts', ...process.argv.slice(2)], { env });
    return code;
  } finally {
    await postgres.stop();
  }
});
