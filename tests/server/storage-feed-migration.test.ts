/** The migration that adds public ids to the feed numbers old rows, and refuses old cursors. */
import { expect, test } from 'bun:test';
import { sql } from 'kysely';
import { headFor } from '../../src/server/storage/feed/feed-cursor.ts';
import { appendFeed, readFeed, readFeedState } from '../../src/server/storage/feed/feed-store.ts';
import { describeOnBothDatabases } from '../support/databases.ts';
import { createFormerDatabase } from '../support/former-database.ts';
import { kyselyOf } from '../support/kysely-of.ts';

const PUBLIC_ROWS = [4, 7, 8];
const rowsOf = (): string[] =>
  [3, 4, 5, 6, 7, 8, 9].map((id) => {
    const shown = PUBLIC_ROWS.includes(id) ? `'DELETE', '{"id":"${id}"}'` : 'null, null';
    return `insert into feed (id, at, table_name, row_id, admin_type, admin_row, public_type, public_row)
      values (${id}, 1, 'faqs', '${id}', 'DELETE', '{"id":"${id}"}', ${shown})`;
  });

describeOnBothDatabases('a feed of the former version', ({ kind, newEmptyLocation, open }) => {
  test('gets public ids, and its cursors are refused', async () => {
    const location = await newEmptyLocation();
    const state = `update feed_state set head = 9, public_head = 8, pruned_through = 2, epoch = 'former'`;
    await createFormerDatabase(location, { before: '0007', statements: [...rowsOf(), state] });

    const database = await open(location);
    const migrated = await readFeedState(database.db);
    expect(migrated).toMatchObject({
      admin: { head: 9, prunedThrough: 2 },
      public: { head: 3, prunedThrough: 0 },
    });
    expect(headFor(migrated, 'public').epoch).toMatch(/^[\w-]{36}$/);
    const change = { table: 'faqs', type: 'DELETE', row: { id: 'new' } } as const;
    await database.write((tx) => appendFeed(tx, 2, [{ admin: change, public: change }]));
    const read = async (audience: 'admin' | 'public') =>
      (await readFeed(database.db, audience, 0, 100)).map(({ id, rowId }) => `${id} ${rowId}`);
    expect(await read('public')).toEqual(['1 4', '2 7', '3 8', '4 new']);
    expect((await read('admin')).at(-1)).toBe('10 new');
  });

  // SQLite has no other nodes.
  if (kind === 'postgres') {
    test('refuses writes of a node with that version', async () => {
      const db = kyselyOf(await open());
      const [hidden = '', shown = ''] = rowsOf();
      await sql.raw(hidden).execute(db);
      await expect(sql.raw(shown).execute(db)).rejects.toThrow('feed_public_is_numbered');
    });
  }
});
