/** A restore continues in a new log, which names the former one and repeats what is still secret. */
import { expect, test } from 'bun:test';
import { join } from 'node:path';
import { addDays } from '../../src/core/ist-time.ts';
import { rootOf } from '../../src/core/public-log/merkle.ts';
import { createReplay } from '../../src/core/public-log/replay.ts';
import { makeVerifiedCopy } from '../../src/server/backup/make-copy.ts';
import { restoreCopy } from '../../src/server/backup/restore.ts';
import { nodeCrypto } from '../../src/server/public-log/node-crypto.ts';
import { generateDrafts } from '../../src/server/services/draws/create-drafts.ts';
import { createDraw, editDraw } from '../../src/server/services/draws/draws.ts';
import { publishDraw, unpublishDraw } from '../../src/server/services/draws/publish-draw.ts';
import { openDueSeeds } from '../../src/server/services/public-log/open-seeds.ts';
import {
  type Database,
  type DatabaseLocation,
  openDatabase,
} from '../../src/server/storage/engines/database.ts';
import { readLogState } from '../../src/server/storage/public-log/log-store.ts';
import { makeDataDir } from '../support/data-dir.ts';
import { describeOnBothDatabases } from '../support/databases.ts';
import { KEY, NOON, scratchFor } from './backup-site.ts';
import { entriesOf, openSiteWithLog, readLog, readLogTexts } from './log-entries.ts';
import { at, createContext, EDITOR, newDrawFor, TODAY } from './services-context.ts';

const OLD_DAY = '2026-11-01';

async function findBreaches(database: Database): Promise<string[]> {
  const state = await readLogState(database.db);
  const { apply } = createReplay({ origin: state?.origin ?? '', chains: new Map(), crypto: nodeCrypto });
  const outcomes = [];
  for (const text of await readLogTexts(database)) outcomes.push(await apply(text));
  return outcomes.filter((breach) => breach !== null);
}

describeOnBothDatabases('after a restore', ({ newLocation, onSqlite, cleanUp }) => {
  /** Five random drafts: the first is published, the second changed. Two older results are withdrawn. */
  async function makeSite() {
    const location = await newLocation();
    const dataDir = makeDataDir();
    cleanUp(dataDir.remove);
    const folder = join(dataDir.path, 'backups');
    const database = await openDatabase(location);
    const site = await openSiteWithLog(database, at('09:00'));
    const [first, second, third] = await generateDrafts(site, TODAY);
    await publishDraw(site, { id: first?.id ?? '' }, EDITOR);
    await editDraw(site, { id: second?.id ?? '', patch: { drawNo: 'SC-2' } }, EDITOR);
    const enter = (slot: '10:00' | '12:00', digits: string) =>
      createDraw(site, newDrawFor(slot, digits, { date: OLD_DAY, published: true }), EDITOR);
    const [unchanged, changed] = [await enter('10:00', '11111'), await enter('12:00', '22222')];
    await unpublishDraw(site, { id: unchanged.id }, EDITOR);
    await editDraw(site, { id: changed.id, patch: { published: false, digit1: '3' } }, EDITOR);
    const former = await readLogState(database.db);
    const formerCommits = await entriesOf(database, 'commit');
    const randomId = third?.id ?? '';
    return { location, folder, database, site, former, formerCommits, randomId, unchanged, changed };
  }

  const makeCopy = async (location: DatabaseLocation, folder: string): Promise<string> => {
    const job = { location, folder, scratchFolder: join(folder, '..'), key: KEY, name: 'copy', at: NOON };
    const { file } = await makeVerifiedCopy(
      job,
      () => {},
      () => {},
    );
    return file;
  };

  const restore = (file: string, folder: string, location: DatabaseLocation) =>
    restoreCopy(
      join(folder, file),
      scratchFor(location, folder),
      { force: true, now: at('11:00') },
      () => {},
    );

  async function reopen(location: DatabaseLocation): Promise<Database> {
    const database = await openDatabase(location);
    cleanUp(() => database.close());
    return database;
  }

  onSqlite('a withdrawn result that was moved leaves its place to another one', async () => {
    const { location, folder, database, site, unchanged } = await makeSite();
    await editDraw(site, { id: unchanged.id, patch: { date: '2026-11-02' } }, EDITOR);
    await createDraw(
      site,
      newDrawFor('10:00', '44444', { date: OLD_DAY, published: true, drawNo: 'SC-NEW' }),
      EDITOR,
    );
    const file = await makeCopy(location, folder);
    await database.close();
    await restore(file, folder, location);
    expect(await findBreaches(await reopen(location))).toEqual([]);
  });

  test('the log names the former one and commits again, and draws go on as before; a second restore has a number of its own', async () => {
    const { location, folder, database, site, former, formerCommits, randomId, unchanged, changed } =
      await makeSite();
    const file = await makeCopy(location, folder);
    // What happens after the copy was made is lost.
    await createDraw(site, newDrawFor('14:00', '55555', { date: OLD_DAY, published: true }), EDITOR);
    await database.close();
    await restore(file, folder, location);
    const restored = await reopen(location);
    const state = await readLogState(restored.db);
    expect(state).toMatchObject({ log: 2, origin: 'localhost/log/2', lastAt: at('11:00') });
    const entries = await readLog(restored);
    expect(entries[0]).toMatchObject({
      kind: 'continue',
      origin: 'localhost/log',
      size: former?.size ?? 0,
      root: (await rootOf(former?.frontier ?? [], nodeCrypto)).toBase64(),
      reason: 'restore',
    });
    expect(entries.map(({ kind }) => kind)).toEqual([
      'continue',
      ...Array(3).fill('adopt'),
      ...Array(2).fill('withdraw'),
      ...Array(2).fill('sealed'),
      // Four of today, whose seeds are secret, and five of tomorrow.
      ...Array(9).fill('commit'),
    ]);
    for (const { drawNo, commit } of await entriesOf(restored, 'commit'))
      expect(formerCommits.find((formerCommit) => formerCommit.drawNo === drawNo)?.commit).toBe(commit);

    const later = createContext(restored, at('14:15'));
    const random = await publishDraw(later, { id: randomId }, EDITOR);
    expect(random.provenance).toBe('generated');
    await publishDraw(later, { id: unchanged.id }, EDITOR);
    await publishDraw(later, { id: changed.id }, EDITOR);
    await openDueSeeds(later, at('00:00', addDays(TODAY, 2)));
    expect(
      (await entriesOf(restored, 'result')).map(({ opening }) => opening && Object.keys(opening)[0]),
    ).toEqual(['seed', null, 'salt']);
    expect(await entriesOf(restored, 'correct')).toMatchObject([{ from: { digits: '22222' } }]);
    expect(await findBreaches(restored)).toEqual([]);
    await restored.close();

    await restore(file, folder, location);
    const again = await reopen(location);
    expect(await readLogState(again.db)).toMatchObject({ log: 3, origin: 'localhost/log/3' });
    expect((await readLog(again))[0]).toMatchObject({ kind: 'continue', origin: 'localhost/log' });
    expect(await findBreaches(again)).toEqual([]);
  });
});
