/** npm run cli -- COMMAND: installs missing dependencies and runs an operator's command. */
import { ensureInstalled } from './install.mjs';
import { bun } from './project.mjs';
import { run, runCommand } from './run.mjs';

await runCommand(async () => {
  await ensureInstalled({ withDev: false });
  const { code } = await run(bun, ['--no-orphans', 'src/cli/main.ts', ...process.argv.slice(2)]);
  return code;
});
