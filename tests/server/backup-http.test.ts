/** Backups over the admin API: started, listed, shown as the last one, and no longer when damaged. */
import { afterEach, expect, setDefaultTimeout, test } from 'bun:test';
import { join } from 'node:path';
import type { Attention } from '../../src/contract/attention.ts';
import type { Backup } from '../../src/contract/backups.ts';
import type { Dashboard } from '../../src/contract/dashboard.ts';
import { type Installation, makeInstallation } from '../support/installation.ts';
import { flipByte } from './backup-site.ts';

setDefaultTimeout(60_000);

const ADMIN = { email: 'asha@example.org', password: 'seven green parrots' };

let installation: Installation | undefined;
afterEach(() => installation?.remove());

async function signIn(url: string): Promise<Record<string, string>> {
  const headers = { 'Content-Type': 'application/json', Origin: url };
  const body = JSON.stringify(ADMIN);
  const response = await fetch(`${url}/api/auth/sign-in/email`, { method: 'POST', headers, body });
  const cookies = response.headers.getSetCookie().map((cookie) => cookie.split(';')[0]);
  return { Origin: url, Cookie: cookies.join('; ') };
}

test('a backup is verified, shown as the last one, and no longer after its copy was damaged', async () => {
  installation = await makeInstallation('sqlite');
  const { url, output } = await installation.start({
    ADMIN_EMAIL: ADMIN.email,
    ADMIN_PASSWORD: ADMIN.password,
    BACKUP_EVERY_HOURS: '0',
  });
  const headers = await signIn(url);
  const read = async <Body>(name: string): Promise<Body> => {
    const response = await fetch(`${url}/api/admin/${name}`, { headers });
    if (!response.ok) throw new Error(`${name}: ${response.status} ${await response.text()}\n${output()}`);
    return response.json();
  };
  const readNewest = async () => (await read<{ items: [Backup] }>('backups')).items[0];
  const readDashboard = () => read<Dashboard>('dashboard');
  const readTexts = async () => {
    const { items } = await read<Attention>('attention');
    return items.filter(({ kind }) => kind === 'backup').map(({ text }) => text);
  };

  const before = await readDashboard();
  expect(before.lastBackup).toBeNull();
  // The server is seconds old.
  expect(await readTexts()).toEqual([]);

  const started = await fetch(`${url}/api/admin/backups`, { method: 'POST', headers });
  expect(started.status).toBe(202);
  const { id, file, ...running }: Backup = await started.json();
  expect(running).toMatchObject({ status: 'running', step: 'copying', progress: 0 });
  while ((await readNewest()).status === 'running') await Bun.sleep(20);
  const verified = await readNewest();
  expect(verified).toMatchObject({ id, status: 'verified', progress: 100, error: null });
  expect(verified.file).toStartWith(file);

  const after = await readDashboard();
  expect(after.lastBackup).toEqual(verified);
  expect(await readTexts()).toEqual([]);

  flipByte(join(installation.dataDir, 'backups', verified.file), 0.4);
  expect((await installation.cli(['verify-backup', verified.file])).code).toBe(1);
  const damaged = await readDashboard();
  expect(damaged.lastBackup).toBeNull();
  expect(await readTexts()).toEqual(['The last backup failed: The copy is damaged or gone.']);
});
