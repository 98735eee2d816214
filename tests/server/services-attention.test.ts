/** What needs attention, read from the draws, the activity log, the settings, the mails and the backups. */
import { expect, test } from 'bun:test';
import type { Attention } from '../../src/contract/attention.ts';
import type { Backup } from '../../src/contract/backups.ts';
import { SYSTEM } from '../../src/core/actor.ts';
import { DAY, HOUR, instantOf, MINUTE } from '../../src/core/ist-time.ts';
import { SLOTS } from '../../src/core/slots.ts';
import { type AttentionSources, readAttention } from '../../src/server/services/attention.ts';
import { generateDrafts } from '../../src/server/services/draws/create-drafts.ts';
import { createDraw, deleteDraw, editDraw } from '../../src/server/services/draws/draws.ts';
import { publishDraw, unpublishDraw } from '../../src/server/services/draws/publish-draw.ts';
import { commitDays } from '../../src/server/services/public-log/commit-days.ts';
import { saveSettings } from '../../src/server/services/settings.ts';
import { listDraws } from '../../src/server/storage/draws/draws-store.ts';
import { beginBackup, endBackup } from '../../src/server/storage/operations/backups-store.ts';
import { enqueueMail, postponeMail } from '../../src/server/storage/operations/mails-store.ts';
import { readSettings } from '../../src/server/storage/operations/settings-store.ts';
import { updateSeedDay } from '../../src/server/storage/public-log/seeds-store.ts';
import { isoOf } from '../../src/server/storage/queries/wire-values.ts';
import { describeOnBothDatabases, type TestEngine } from '../support/databases.ts';
import { kyselyOf } from '../support/kysely-of.ts';
import { at, createContext, EDITOR, newDrawFor, type TestContext, TODAY } from './services-context.ts';

const QUIET: AttentionSources = {
  lastVerifiedBackup: async () => null,
  clockJumpedAt: () => null,
  automationFailingSince: () => null,
};

/** A site with today's five drafts, at 09:00 of its first day. */
async function openSite({ open }: TestEngine): Promise<TestContext> {
  const context = createContext(await open());
  await generateDrafts(context, TODAY);
  return context;
}

async function drawOf({ database }: TestContext, slot: (typeof SLOTS)[number]) {
  const { items } = await listDraws(database.db, { date: TODAY, slot, limit: 1 });
  const [draw] = items;
  if (!draw) throw new Error(`no draw at ${slot}`);
  return draw;
}

async function change(context: TestContext, settings: object): Promise<void> {
  const saved = await readSettings(context.database.db);
  await saveSettings(context, { settings: { ...saved.settings, ...settings } }, EDITOR);
}

const summarize = ({ items }: Attention) =>
  items.map(({ kind, slot, since }) => [kind, slot, since].filter(Boolean).join(' '));

describeOnBothDatabases('attention', (engine) => {
  test('is not needed on a new site, also without a backup and without any data', async () => {
    const empty = createContext(await engine.open());
    expect(await readAttention(empty, QUIET)).toEqual({ items: [] });
    const site = await openSite(engine);
    expect(await readAttention(site, QUIET)).toEqual({ items: [] });
    site.setTime(at('09:59'));
    expect(await readAttention(site, QUIET)).toEqual({ items: [] });
  });

  test('lists held, withdrawn, deleted and overdue draws, also days later', async () => {
    const site = await openSite(engine);
    const [first, second] = [await drawOf(site, '10:00'), await drawOf(site, '12:00')];
    site.setTime(at('10:16'));
    await publishDraw(site, { id: first.id }, SYSTEM);
    site.setTime(at('10:20'));
    await unpublishDraw(site, { id: first.id }, EDITOR);
    await deleteDraw(site, { id: (await drawOf(site, '19:00')).id }, EDITOR);
    site.setTime(at('10:21'));
    // A later change of a held draw does not change since when it is on hold.
    await editDraw(site, { id: first.id, patch: { digit1: '7', reason: 'misread' } }, EDITOR);
    expect(summarize(await readAttention(site, QUIET))).toEqual([
      `overdue 10:00 ${isoOf(at('10:15'))}`,
      `held 10:00 ${isoOf(at('10:20'))}`,
      `missing 19:00 ${isoOf(at('09:00'))}`,
    ]);

    site.setTime(at('12:16'));
    expect((await readAttention(site, QUIET)).items[0]).toMatchObject({ kind: 'late', drawId: second.id });
    site.setTime(at('12:00') + 3 * DAY);
    const { items } = await readAttention(site, QUIET);
    expect(items.filter(({ kind }) => kind === 'overdue').map(({ slot }) => slot)).toEqual([
      '17:00',
      '14:00',
      '12:00',
      '10:00',
    ]);
    // The evening of that day, the two days without any draw, and today.
    expect(items.filter(({ kind }) => kind === 'missing')).toHaveLength(1 + 2 * 5 + 5);
    expect(items.filter(({ kind }) => kind === 'backup')).toEqual([
      {
        kind: 'backup',
        since: isoOf(at('09:00') + DAY),
        text: 'There has been no verified backup for a day.',
      },
    ]);
  });

  test('lists a random draft as overdue where random results are not published', async () => {
    const site = await openSite(engine);
    await change(site, { publishGenerated: false });
    const { id, digit1 } = await drawOf(site, '12:00');
    await editDraw(site, { id, patch: { digit1: digit1 === '7' ? '8' : '7' } }, EDITOR);
    site.setTime(at('12:15'));
    expect(summarize(await readAttention(site, QUIET))).toEqual([`overdue 10:00 ${isoOf(at('10:15'))}`]);
  });

  test('lists what an import left out of its days, but not the days between them', async () => {
    const site = await openSite(engine);
    const published = { date: '2026-11-10', published: true };
    for (const slot of SLOTS.slice(1)) await createDraw(site, newDrawFor(slot, '12345', published), EDITOR);
    const { items } = await readAttention(site, QUIET);
    expect(items).toEqual([
      {
        kind: 'missing',
        date: '2026-11-10',
        slot: '10:00',
        since: isoOf(instantOf('2026-11-10', '10:15')),
        text: 'The 10:00 AM draw of 10 November 2026 is missing.',
      },
    ]);
  });

  test('lists maintenance, automation, the clock and mail since they began', async () => {
    const site = await openSite(engine);
    await change(site, { maintenanceMode: true });
    site.setTime(at('09:10'));
    await change(site, { autoPublish: false });
    site.setTime(at('09:20'));
    await change(site, { publishDelay: 20 });
    await site.database.write(async (tx) => {
      await enqueueMail(tx, { to: 'a@example.org', subject: '', text: '', html: null }, at('09:15'));
    });
    expect(summarize(await readAttention(site, QUIET))).toEqual([
      `maintenance ${isoOf(at('09:00'))}`,
      `automation ${isoOf(at('09:10'))}`,
    ]);
    const [mail] = await kyselyOf(site.database).selectFrom('mails').select('id').execute();
    await site.database.write((tx) => postponeMail(tx, mail?.id ?? '', at('09:30'), 'connection refused'));
    const sources = {
      ...QUIET,
      clockJumpedAt: () => at('09:16'),
      automationFailingSince: () => at('09:17'),
    };
    expect(summarize(await readAttention(site, sources))).toEqual([
      `maintenance ${isoOf(at('09:00'))}`,
      `automation ${isoOf(at('09:10'))}`,
      `mail ${isoOf(at('09:15'))}`,
      `clock ${isoOf(at('09:16'))}`,
      `automation ${isoOf(at('09:17'))}`,
    ]);
    await change(site, { maintenanceMode: false, autoPublish: true });
    expect(summarize(await readAttention(site, QUIET))).toEqual([`mail ${isoOf(at('09:15'))}`]);
  });

  test('lists a tomorrow that is not committed from 23:00 on', async () => {
    const site = await openSite(engine);
    const verified = { startedAt: isoOf(at('23:00')), finishedAt: null } as Backup;
    const logLines = async () =>
      summarize(await readAttention(site, { ...QUIET, lastVerifiedBackup: async () => verified })).filter(
        (line) => line.startsWith('log'),
      );
    site.setTime(at('23:30'));
    expect(await logLines()).toEqual([]);
    // A day later nobody has committed the day after.
    site.setTime(at('22:59') + DAY);
    expect(await logLines()).toEqual([]);
    site.setTime(at('23:30') + DAY);
    expect(await logLines()).toEqual([`log ${isoOf(at('23:00') + DAY)}`]);
    await commitDays(site, at('23:30') + DAY);
    expect(await logLines()).toEqual([]);
  });

  test('lists a beacon that was not reached until the end of its day', async () => {
    const site = await openSite(engine);
    const beaconLines = async () =>
      summarize(await readAttention(site, QUIET)).filter((line) => line.startsWith('beacon'));
    const setBeacon = (change: Parameters<typeof updateSeedDay>[2]) =>
      site.database.write((tx) => updateSeedDay(tx, TODAY, change));
    await setBeacon({ beacon: 'awaited' });
    expect(await beaconLines()).toEqual([]);
    await setBeacon({ beacon: 'verified', signature: 'ab'.repeat(48) });
    expect(await beaconLines()).toEqual([]);
    await setBeacon({ beacon: 'missing', signature: null });
    site.setTime(at('23:59'));
    expect(await beaconLines()).toEqual([`beacon ${isoOf(at('09:01'))}`]);
    site.setTime(at('00:00') + DAY);
    expect(await beaconLines()).toEqual([]);
  });

  test('lists a failed, lost or old backup, and nothing after the next verified one', async () => {
    const site = await openSite(engine);
    const record = (id: string, startedAt: number, status: 'verified' | 'failed', error: string | null) =>
      site.database.write(async (tx) => {
        const row = {
          id,
          period: null,
          status: 'running' as const,
          step: 'copying' as const,
          progress: 0,
          file: id,
          bytes: null,
          sha256: null,
          started_at: startedAt,
          beat_at: startedAt,
          finished_at: null,
          error: null,
          node: 'node',
        };
        expect(await beginBackup(tx, row, startedAt - HOUR)).toBe(true);
        await endBackup(tx, id, { status, error, finished_at: startedAt + MINUTE }, startedAt);
      });
    const verified = { finishedAt: isoOf(at('09:31')), startedAt: isoOf(at('09:30')) } as Backup;
    const textsWith = async (lastVerified: Backup | null) =>
      (await readAttention(site, { ...QUIET, lastVerifiedBackup: async () => lastVerified })).items
        .filter(({ kind }) => kind === 'backup')
        .map(({ since, text }) => `${since} ${text}`);

    site.setTime(at('09:25'));
    await record('1', at('09:20'), 'failed', 'The disk is full.');
    expect(await textsWith(null)).toEqual([
      `${isoOf(at('09:21'))} The last backup failed: The disk is full.`,
    ]);
    site.setTime(at('09:35'));
    await record('2', at('09:30'), 'verified', null);
    expect(await textsWith(verified)).toEqual([]);
    expect(await textsWith(null)).toEqual([
      `${isoOf(at('09:31'))} The last backup failed: The copy is damaged or gone.`,
    ]);
    site.setTime(at('09:31') + DAY);
    expect(await textsWith(verified)).toEqual([
      `${isoOf(at('09:31') + DAY)} There has been no verified backup for a day.`,
    ]);
  });
});
