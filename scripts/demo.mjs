/** npm run demo: a temporary site with sample content, its clock set to twenty seconds before a draw. */
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ensureBuilt } from './build.mjs';
import { ensureInstalled } from './install.mjs';
import { bun } from './project.mjs';
import { run, runCommand, runStep } from './run.mjs';

const EMAIL = 'demo@example.org';
const IST_OFFSET = 5.5 * 60 * 60 * 1000;

/** 11:59:40 in India today. */
function clockBeforeDraw() {
  const today = new Date(Date.now() + IST_OFFSET).toISOString().slice(0, 10);
  return `${today}T06:29:40.000Z`;
}

/**
 * @param {string} url
 * @param {string} password
 */
async function printAddresses(url, password) {
  while (!(await fetch(`${url}/api/health`).catch(() => undefined))?.ok) await sleep(100);
  console.log(`
  The site    ${url}
  The panel   ${url}/admin
              ${EMAIL}
              ${password}

  It is 11:59:40 AM there: the draw of 12:00 PM goes live in 20 seconds, and a minute later its
  result rolls in. Press Ctrl-C to stop; everything is then deleted.
`);
}

await runCommand(async () => {
  await ensureInstalled({ withDev: false });
  await ensureBuilt();
  const dataDir = mkdtempSync(join(tmpdir(), 'swarna-demo-'));
  const port = process.env['PORT'] || '3000';
  const password = `demo-${randomBytes(6).toString('hex')}`;
  const env = {
    ...process.env,
    NODE_ENV: 'production',
    PORT: port,
    DATA_DIR: dataDir,
    DATABASE_URL: '',
    CLOCK_START: clockBeforeDraw(),
    ADMIN_EMAIL: EMAIL,
    ADMIN_PASSWORD: password,
    LOG_LEVEL: process.env['LOG_LEVEL'] || 'error',
  };
  try {
    await runStep('Filling a throwaway site', bun, ['src/cli/demo/main.ts'], { env });
    void printAddresses(`http://localhost:${port}`, password);
    const { code } = await run(bun, ['--no-orphans', 'src/server/main.ts'], { env });
    return code;
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
});
