/** Draw numbers that begin with a hyphen: new ones are refused, and stored ones can still be read. */
import { afterEach, describe, expect, setDefaultTimeout, test } from 'bun:test';
import { PUBLIC_CSV_HEADER } from '../../src/core/csv.ts';
import { openDatabase } from '../../src/server/storage/engines/database.ts';
import { type Installation, makeInstallation } from '../support/installation.ts';
import { seedDraws } from './storage-seed.ts';

setDefaultTimeout(60_000);

let installation: Installation | undefined;
afterEach(() => installation?.remove());

describe.each(['sqlite', 'postgres'] as const)('on %s', (kind) => {
  test('a stored one is found by its URL, and exported as text instead of a formula', async () => {
    installation = await makeInstallation(kind);
    const database = await openDatabase(installation.location);
    await seedDraws(database, [{ date: '2020-01-02', slot: '10:00', digits: '12345', drawNo: '-2020' }]);
    await database.close();
    const { url } = await installation.start({ BACKUP_EVERY_HOURS: '0' });
    expect(await (await fetch(`${url}/api/draws/-2020`)).json()).toMatchObject({ drawNo: '-2020' });
    expect((await fetch(`${url}/draws/-2020`)).status).toBe(200);
    const file = `${PUBLIC_CSV_HEADER}\n2020-01-02,10:00,'-2020,1,2,3,4,5\n`;
    expect(await (await fetch(`${url}/api/draws.csv`)).text()).toBe(file);
    expect((await installation.cli(['export-csv'])).stdout).toBe(file);
  });

  test('an import refuses one and names its line', async () => {
    installation = await makeInstallation(kind);
    await (await openDatabase(installation.location)).close();
    const input = `${PUBLIC_CSV_HEADER}\n2020-01-02,10:00,-2020,1,2,3,4,5\n`;
    const { code, stderr } = await installation.cli(['import-csv', '-', '--yes'], { input });
    expect(code).toBe(1);
    expect(stderr).toContain('Line 2: "-2020" is not a draw number.');
  });
});
