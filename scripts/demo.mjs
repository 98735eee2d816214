/** npm run demo [-- DAYS]: a temporary site with sample content, its clock set to twenty seconds before a draw. */
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureBuilt } from './build.mjs';
import { ensureInstalled } from './install.mjs';
import { bun } from './project.mjs';
import { run, runCommand } from './run.mjs';

const EMAIL = 'demo@example.org';
const IST_OFFSET = 5.5 * 60 * 60 * 1000;

/** 11:59:40 in India today. */
function clockBeforeDraw() {
  const today = new Date(Date.now() + IST_OFFSET).toISOString().slice(0, 10);
  return `${today}T06:29:40.000Z`;
}

await runCommand(async () => {
  await ensureInstalled({ withDev: false });
  await ensureBuilt();
  const dataDir = mkdtempSync(join(tmpdir(), 'swarna-demo-'));
  const env = {
    ...process.env,
    NODE_ENV: 'production',
    PORT: process.env['PORT'] || '3000',
    BASE_URL: '',
    DATA_DIR: dataDir,
    DATABASE_URL: '',
    CLOCK_START: clockBeforeDraw(),
    // It has a beacon of its own.
    BEACON: 'off',
    BEACON_URLS: '',
    ADMIN_EMAIL: EMAIL,
    ADMIN_PASSWORD: `demo-${randomBytes(6).toString('hex')}`,
    LOG_LEVEL: process.env['LOG_LEVEL'] || 'error',
  };
  try {
    const args = ['--no-orphans', 'src/cli/demo/main.ts', ...process.argv.slice(2)];
    const { code } = await run(bun, args, { env });
    return code;
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
});
