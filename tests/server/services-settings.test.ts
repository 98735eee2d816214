/** Saving settings writes the row, the activity log and the feed. */
import { expect, test } from 'bun:test';
import type { Settings } from '../../src/contract/settings.ts';
import { saveSettings } from '../../src/server/services/settings.ts';
import type { FeedEntry } from '../../src/server/storage/feed/feed-store.ts';
import { readSettings } from '../../src/server/storage/operations/settings-store.ts';
import { describeOnBothDatabases } from '../support/databases.ts';
import {
  createContext,
  EDITOR,
  newestEntry,
  readRowChanges,
  refusalOf,
  type TestContext,
} from './services-context.ts';

const feedFor = ({ database }: TestContext, audience: 'public' | 'admin') =>
  readRowChanges(database, audience);
const summarize = (entries: FeedEntry[]) => entries.map(({ type, table }) => `${type} ${table}`);

describeOnBothDatabases('settings', ({ open }) => {
  test('are saved as a whole, and the public feed has only the public ones', async () => {
    const context = createContext(await open());
    const { settings, etag } = await readSettings(context.database.db);
    expect(settings).toEqual({
      autoPublish: true,
      publishDelay: 15,
      generateTime: '06:00',
      enableNotifications: true,
      maintenanceMode: false,
      publishGenerated: true,
      approval: 'off',
    });
    const save = (change: Partial<Settings>, expectedEtag?: string) =>
      saveSettings(context, { settings: { ...settings, ...change }, expectedEtag }, EDITOR);

    expect(await save({})).toEqual({ settings, etag });
    expect(context.wakeUps()).toBe(0);
    const saved = await save({ generateTime: '05:30' }, etag);
    expect(saved).toEqual({ settings: { ...settings, generateTime: '05:30' }, etag: '"2"' });
    expect(await newestEntry(context)).toMatchObject({
      action: 'Changed settings',
      type: 'settings',
      before: { generateTime: '06:00' },
      after: { generateTime: '05:30' },
    });
    expect(await feedFor(context, 'public')).toEqual([]);
    expect(await refusalOf(save({ publishDelay: 3 }, etag))).toBe('stale');

    await save({ generateTime: '05:30', publishDelay: 3 });
    expect((await feedFor(context, 'public')).map(({ row }) => JSON.parse(row))).toEqual([
      { id: 'settings', publishDelay: 3, maintenanceMode: false },
    ]);
    expect(summarize(await feedFor(context, 'admin'))).toEqual(['UPDATE settings', 'UPDATE settings']);
  });
});
