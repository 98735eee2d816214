/** npm start: installs missing dependencies, builds the pages if needed, and runs the server. */
import { ensureBuilt } from './build.mjs';
import { ensureInstalled } from './install.mjs';
import { progressLikeLog } from './progress.mjs';
import { bun } from './project.mjs';
import { run, runCommand } from './run.mjs';

await runCommand(async () => {
  const progress = progressLikeLog();
  await ensureInstalled({ withDev: false, progress });
  await ensureBuilt(progress);
  const env = { ...process.env, NODE_ENV: 'production' };
  const { code } = await run(bun, ['--no-orphans', 'src/server/main.ts'], { env });
  return code;
});
