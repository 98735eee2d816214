/** The statements of an automatic publication: each of them delays the result. */
import { expect, test } from 'bun:test';
import type { DatabaseKind } from '../../src/contract/health.ts';
import { instantOf } from '../../src/core/ist-time.ts';
import { revealInstant } from '../../src/core/phase.ts';
import { DEFAULT_PUBLISH_DELAY_MINUTES } from '../../src/core/schedule.ts';
import { generateDrafts } from '../../src/server/services/draws/create-drafts.ts';
import { publishDueDraw } from '../../src/server/services/draws/publish-draw.ts';
import { describeOnBothDatabases } from '../support/databases.ts';
import { observeStatements } from '../support/observed-statements.ts';
import { startAutomation } from './automation-site.ts';
import { entriesOf, openSiteWithLog } from './log-entries.ts';
import { TODAY } from './services-context.ts';

const BEGIN: Record<DatabaseKind, string[]> = {
  sqlite: ['begin immediate', 'select max'],
  // In one message with the lock, the time of the database and its newest migration.
  postgres: ['begin'],
};

/** From the first read to the commit. */
const PUBLICATION = [
  'select from "draws"',
  'update "draws"',
  'update "seeds"',
  'insert into "log_entries"',
  'update "log_state"',
  'insert into "activity"',
  'update "feed_state"',
  'insert into "feed"',
  'insert into "outgoing_events"',
  'commit',
];

const AUTOMATION_READS = /"(settings|draws|log_state|seeds|seed_days|news_posts)"/;

describeOnBothDatabases('an automatic publication', (engine) => {
  const observe = () => {
    const statements = observeStatements();
    engine.cleanUp(statements.stop);
    return statements;
  };

  test('reads the time and the state of the log once, and appends with one statement', async () => {
    const database = await engine.open();
    const site = await openSiteWithLog(database);
    const [draft] = await generateDrafts(site, TODAY);
    if (!draft) throw new Error('there is no draft');
    const dueAt = revealInstant(TODAY, draft.slot, DEFAULT_PUBLISH_DELAY_MINUTES);
    site.setTime(dueAt);
    const { now } = database;
    const clock = now && {
      async readDatabaseTime(tx: Parameters<typeof now>[0]) {
        await now(tx);
        return dueAt;
      },
    };
    const statements = observe();
    expect((await publishDueDraw({ ...site, ...clock }, draft.id)).published?.id).toBe(draft.id);
    expect(statements.take()).toEqual([...BEGIN[engine.kind], ...PUBLICATION]);
    expect(await entriesOf(database, 'result')).toMatchObject([{ id: draft.id }]);
  });

  test('waits for no other statement of automation', async () => {
    const site = await startAutomation(engine, instantOf(TODAY, '09:00'));
    await site.until('10:14', 59);
    const statements = observe();
    await site.until('10:15');
    const sent = statements.take();
    const before = sent.slice(0, sent.indexOf('update "draws"'));
    expect(before.filter((name) => AUTOMATION_READS.test(name))).toEqual(['select from "draws"']);
    expect(await site.published()).toEqual(['10:00 at 10:15']);
  });
});
