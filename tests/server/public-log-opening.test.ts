/** Opening the public log of a site that has draws already. */
import { expect, test } from 'bun:test';
import { openLog } from '../../src/server/public-log/open-log.ts';
import { publishDraw, unpublishDraw } from '../../src/server/services/draws/publish-draw.ts';
import { describeOnBothDatabases } from '../support/databases.ts';
import { entriesOf, readLog } from './log-entries.ts';
import { createContext, EDITOR, TODAY } from './services-context.ts';
import { seedDraws } from './storage-seed.ts';

describeOnBothDatabases('opening the log', ({ open }) => {
  test('adopts the results that are there, and seals the drafts', async () => {
    const database = await open();
    const site = createContext(database);
    await seedDraws(database, [
      { date: '2026-11-13', slot: '10:00', digits: '11111' },
      { date: '2026-11-13', slot: '12:00', digits: '22222' },
      { date: TODAY, slot: '19:00', digits: '33333', published: false },
    ]);
    await unpublishDraw(site, { id: '2026-11-13_12-00' }, EDITOR);
    await openLog(site);
    await openLog(site);
    expect((await readLog(database)).map(({ kind }) => kind)).toEqual([
      'open',
      'adopt',
      'adopt',
      'withdraw',
      'sealed',
    ]);
    expect(JSON.stringify(await readLog(database))).not.toContain('33333');
    expect((await readLog(database))[0]).toMatchObject({ origin: 'localhost/log', series: 'SC' });
    // A random draft from before the log proves nothing: it is published as entered.
    const draw = await publishDraw(site, { id: `${TODAY}_19-00` }, EDITOR);
    expect(draw.provenance).toBe('entered');
    expect((await entriesOf(database, 'result'))[0]?.opening).toHaveProperty('salt');
    const again = await publishDraw(site, { id: '2026-11-13_12-00' }, EDITOR);
    expect(again.provenance).toBe('generated');
    expect((await entriesOf(database, 'result'))[1]).toMatchObject({ digits: '22222', opening: null });
  });
});
