/** The record of the last days, read from the log of a site. */
import { expect, test } from 'bun:test';
import { drawNumberFor } from '../../src/core/draw-number.ts';
import { addDays, instantOf } from '../../src/core/ist-time.ts';
import type { LogRecord } from '../../src/core/public-log/log-record.ts';
import { SLOTS } from '../../src/core/slots.ts';
import { builtSite } from '../../src/server/http/site.ts';
import { deriveLogKey } from '../../src/server/public-log/log-key.ts';
import { createLogReader } from '../../src/server/public-log/log-reader.ts';
import { continueLog } from '../../src/server/public-log/open-log.ts';
import { generateDrafts } from '../../src/server/services/draws/create-drafts.ts';
import { createDraw, deleteDraw, editDraw } from '../../src/server/services/draws/draws.ts';
import { importDraws } from '../../src/server/services/draws/import-draws.ts';
import { publishDraw, unpublishDraw } from '../../src/server/services/draws/publish-draw.ts';
import { readLogRecord } from '../../src/server/services/public-log/log-record.ts';
import { openDueSeeds } from '../../src/server/services/public-log/open-seeds.ts';
import { enVerify } from '../../src/web/i18n/en-verify.ts';
import { mlVerify } from '../../src/web/i18n/ml-verify.ts';
import type { PageServices } from '../../src/web/page-services.ts';
import { describeOnBothDatabases } from '../support/databases.ts';
import { openSiteWithLog } from './log-entries.ts';
import { openCheckpoint, readKeyLine } from './public-log-verifier.ts';
import { createContext, EDITOR, newDrawFor, type TestContext, TODAY } from './services-context.ts';

const BASE_URL = 'http://127.0.0.1:1';
const KEY = deriveLogKey('a secret of the tests that is long enough');

const readRecord = (site: TestContext): Promise<LogRecord | null> =>
  readLogRecord(site, createLogReader(site.database, KEY));

async function recordOf(site: TestContext): Promise<LogRecord> {
  const record = await readRecord(site);
  if (!record) throw new Error('no log');
  return record;
}

const historyOf = (days: number) =>
  Array.from({ length: days }, (_, day) => addDays('2020-01-01', day)).flatMap((date) =>
    SLOTS.map((slot) => ({
      date,
      slot,
      drawNo: drawNumberFor(date, slot),
      digits: ['1', '2', '3', '4', '5'] as const,
      published: true,
    })),
  );

test.each([
  ['/verify', enVerify.notOpen],
  ['/ml/verify', mlVerify.notOpen],
])('%s says so while no log is open', async (address, words) => {
  const services: Partial<PageServices> = {
    now: () => instantOf(TODAY),
    site: () => ({
      baseUrl: BASE_URL,
      contactEmail: 'a@example.org',
      contactPhone: '1',
      officialSiteUrl: null,
    }),
    cursor: () => 'e.1',
    settings: async () => ({ publishDelay: 15, maintenanceMode: false }),
    logRecord: async () => null,
    ownBeacon: () => null,
  };
  const pages = await builtSite.loadPages({ services: () => services as PageServices, baseUrl: BASE_URL });
  const page = await pages.show(address);
  expect(page.status).toBe(200);
  expect(await page.text()).toContain(words);
});

describeOnBothDatabases('the record of the public log', ({ onSqlite, open }) => {
  onSqlite('is null while no log is open', async () => {
    expect(await readRecord(createContext(await open()))).toBeNull();
  });

  test('has every change of the day, and the numbers that are public', async () => {
    const site = await openSiteWithLog(await open());
    const [first, second] = await generateDrafts(site, TODAY);
    const [id, changed] = [first?.id ?? '', second?.id ?? ''];
    await publishDraw(site, { id }, EDITOR);
    await unpublishDraw(site, { id }, EDITOR);
    await editDraw(site, { id: changed, patch: { drawNo: 'SC-7', digit1: '9', digit2: '9' } }, EDITOR);
    await publishDraw(site, { id: changed }, EDITOR);
    site.setTime(instantOf(TODAY, '12:15'));
    await openDueSeeds(site, site.clock.now());
    const secret = await createDraw(site, newDrawFor('10:00', '86420', { date: '2026-11-18' }), EDITOR);
    await deleteDraw(site, { id: secret.id }, EDITOR);

    const record = await recordOf(site);
    const digits = `99${second?.digit3}${second?.digit4}${second?.digit5}`;
    const unused = [second?.digit1, second?.digit2, digits.slice(2)].join('');
    expect(record.days).toMatchObject([
      {
        date: TODAY,
        random: 0,
        lines: [
          { kind: 'edited', drawNo: 'SC-7', digits, unused },
          { kind: 'withdrawn', drawNos: ['SC151120261'], how: 'unpublished' },
          { kind: 'fixed', drawNo: 'SC151120261', cause: 'no-round' },
          { kind: 'began' },
        ],
      },
    ]);
    expect(record).toMatchObject({ isCut: false, publicDraws: ['SC-7'], origin: 'localhost/log' });
    expect(JSON.stringify(record)).not.toContain('86420');
    const checkpoint = openCheckpoint(record.checkpoint, readKeyLine(`${record.key}\n`));
    expect(checkpoint.size).toBe(record.size);
  });

  onSqlite('does not depend on the digits of drafts', async () => {
    const recordWith = async (digits: string) => {
      const site = await openSiteWithLog(await open());
      const draft = await createDraw(site, newDrawFor('10:00', digits), EDITOR);
      await editDraw(site, { id: draft.id, patch: { digit1: digits[4] } }, EDITOR);
      const shown = await createDraw(site, newDrawFor('12:00', '12345', { published: true }), EDITOR);
      await unpublishDraw(site, { id: shown.id }, EDITOR);
      const [digit1, digit2, digit3, digit4, digit5] = digits;
      await editDraw(site, { id: shown.id, patch: { digit1, digit2, digit3, digit4, digit5 } }, EDITOR);
      const { checkpoint, ...record } = await recordOf(site);
      return { checkpoint, record };
    };
    const [one, other] = [await recordWith('86420'), await recordWith('97531')];
    expect(other.record).toEqual(one.record);
    // The seals differ, so this test can fail.
    expect(other.checkpoint).not.toBe(one.checkpoint);
  });

  test('has seven days, by the time of the entries', async () => {
    const site = await openSiteWithLog(await open());
    const days = Array.from({ length: 8 }, (_, day) => addDays(TODAY, day));
    for (const date of days) {
      site.setTime(instantOf(date));
      await createDraw(site, newDrawFor('10:00', '12345', { date, published: true }), EDITOR);
    }
    expect((await recordOf(site)).days.map(({ date }) => date)).toEqual(days.slice(1).toReversed());
  });

  test('counts all results of a large import, and keeps what staff did before it', async () => {
    const site = await openSiteWithLog(await open());
    const draw = await createDraw(site, newDrawFor('10:00', '12345', { published: true }), EDITOR);
    await editDraw(site, { id: draw.id, patch: { digit1: '9', reason: 'misread' } }, EDITOR);
    await importDraws(site, historyOf(600), EDITOR);
    expect(await recordOf(site)).toMatchObject({
      isCut: false,
      days: [{ adopted: 3_000, lines: [{ kind: 'corrected' }, { kind: 'entered' }, { kind: 'began' }] }],
    });
    const { randomBytes, clock, database } = site;
    await database.write((tx) => continueLog(tx, { now: clock.now(), formerLog: 1, randomBytes }));
    expect(await recordOf(site)).toMatchObject({
      isCut: false,
      origin: 'localhost/log/2',
      days: [{ adopted: 3_001, lines: [{ kind: 'continued', former: { size: 3_004 } }] }],
    });
  });

  test('leaves out older entries after very many changes, and says so, except the beginning of the log', async () => {
    const site = await openSiteWithLog(await open());
    await createDraw(site, newDrawFor('10:00', '12345', { published: true }), EDITOR);
    const drafts = historyOf(420).map((draw) => ({ ...draw, published: false }));
    await importDraws(site, drafts, EDITOR);
    const { isCut, days } = await recordOf(site);
    expect(isCut).toBe(true);
    expect(days).toMatchObject([{ adopted: 0, lines: [{ kind: 'began' }] }]);
  });
});
