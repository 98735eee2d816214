/** Automation publishes on time, and respects what staff did. */
import { expect, test } from 'bun:test';
import { sql } from 'kysely';
import type { AdminDraw } from '../../src/contract/draws.ts';
import { DAY, MINUTE, SECOND } from '../../src/core/ist-time.ts';
import { TRUSTED_AFTER } from '../../src/server/automation/trusted-time.ts';
import { createDraw, deleteDraw, editDraw } from '../../src/server/services/draws/draws.ts';
import { holdDraft, releaseDraft, unpublishDraw } from '../../src/server/services/draws/publish-draw.ts';
import { saveSettings } from '../../src/server/services/settings.ts';
import { readSettings } from '../../src/server/storage/operations/settings-store.ts';
import { describeOnBothDatabases } from '../support/databases.ts';
import { kyselyOf } from '../support/kysely-of.ts';
import { startAutomation } from './automation-site.ts';
import { at, createContext, EDITOR, newDrawFor, TODAY, TOMORROW } from './services-context.ts';

const changedDigit = (draw: AdminDraw | undefined) => ({ digit1: draw?.digit1 === '0' ? '1' : '0' });

describeOnBothDatabases('publication', (engine) => {
  const startWithDrafts = async () => {
    const site = await startAutomation(engine, at('09:00'));
    await site.advanceBy(3 * SECOND);
    return site;
  };

  test('happens at slot plus delay, to the millisecond', async () => {
    const site = await startWithDrafts();
    await site.until('10:14', 59.999);
    expect(await site.published()).toEqual([]);
    await site.advanceBy(1);
    const [first] = await site.draws();
    expect(first?.publishedAt).toBe(new Date(at('10:15')).toISOString());
    const [entry] = await site.activity();
    expect(entry).toMatchObject({ user: 'System', action: 'Published result', target: 'SC151120261' });
    expect(entry?.after).not.toHaveProperty('late');
  });

  engine.onSqlite('notices a draw that is entered while another is published', async () => {
    const site = await startWithDrafts();
    const [first] = await site.draws();
    await deleteDraw(site.services, { id: first?.id ?? '' }, EDITOR);
    await site.until('12:14', 59);
    const { changed } = site.services;
    site.services.changed = async () => {
      site.services.changed = changed;
      await createDraw(site.services, newDrawFor('10:00', '12345'), EDITOR);
    };
    await site.advanceBy(2 * SECOND);
    expect(await site.published()).toEqual(['10:00 at 12:15', '12:00 at 12:15']);
  });

  engine.onSqlite('does not happen after automation was stopped', async () => {
    const site = await startWithDrafts();
    await site.until('10:14');
    await site.automation.stop();
    await site.until('10:20');
    expect(await site.published()).toEqual([]);
  });

  engine.onSqlite('uses a changed delay at once', async () => {
    const site = await startWithDrafts();
    await site.set({ publishDelay: 30 });
    await site.until('10:20');
    expect(await site.published()).toEqual([]);
    await site.set({ publishDelay: 5 });
    expect(await site.published()).toEqual(['10:00 at 10:20']);
    await site.set({ publishDelay: 0 });
    await site.until('12:00');
    expect(await site.published()).toEqual(['10:00 at 10:20', '12:00 at 12:00']);
  });

  engine.onSqlite('stops while autoPublish is off, and catches up when it is on again', async () => {
    const site = await startWithDrafts();
    await site.set({ autoPublish: false });
    await site.until('10:40');
    expect(await site.published()).toEqual([]);
    await site.set({ autoPublish: true });
    expect(await site.published()).toEqual(['10:00 at 10:40']);
  });

  test('respects what another node did since its last run', async () => {
    const site = await startWithDrafts();
    const { database } = site.services;
    // Its changes are not announced to this node.
    const otherNode = createContext(database, at('10:14'));
    await site.until('10:14', 59.999);
    const [first] = await site.draws();
    await holdDraft(otherNode, { id: first?.id ?? '' }, EDITOR);
    await site.until('10:15');
    await site.until('12:14', 59.999);
    const { settings } = await readSettings(database.db);
    await saveSettings(otherNode, { settings: { ...settings, autoPublish: false } }, EDITOR);
    await site.until('12:16');
    expect(await site.published()).toEqual([]);
  });

  engine.onSqlite('logs the seeds of a day once, when they are committed', async () => {
    const site = await startWithDrafts();
    await site.until('12:15');
    expect(site.lines.filter((line) => line.includes('seeds committed'))).toHaveLength(1);
  });

  engine.onSqlite('does not publish a draw that staff unpublished', async () => {
    const site = await startWithDrafts();
    await site.until('10:15');
    const [first] = await site.draws();
    await unpublishDraw(site.services, { id: first?.id ?? '' }, EDITOR);
    await site.until('10:30');
    expect(await site.published()).toEqual([]);
  });

  test('leaves a held draft alone, and publishes it at once when it is released late', async () => {
    const site = await startWithDrafts();
    const [first, second] = await site.draws();
    await holdDraft(site.services, { id: first?.id ?? '' }, EDITOR);
    await holdDraft(site.services, { id: second?.id ?? '' }, EDITOR);
    await site.until('10:40');
    await releaseDraft(site.services, { id: second?.id ?? '' }, EDITOR);
    await site.advanceBy(SECOND);
    expect(await site.published()).toEqual([]);
    await releaseDraft(site.services, { id: first?.id ?? '' }, EDITOR);
    await site.advanceBy(0);
    expect(await site.published()).toEqual(['10:00 at 10:40']);
    await site.until('12:15');
    expect(await site.published()).toEqual(['10:00 at 10:40', '12:00 at 12:15']);
  });

  engine.onSqlite(
    'waits for entered digits while publishGenerated is off, and publishes them at once',
    async () => {
      const site = await startWithDrafts();
      await site.set({ publishGenerated: false });
      const [first, second] = await site.draws();
      await editDraw(site.services, { id: second?.id ?? '', patch: changedDigit(second) }, EDITOR);
      await site.until('12:15');
      await site.until('12:20');
      expect(await site.published()).toEqual(['12:00 at 12:15']);
      await editDraw(site.services, { id: first?.id ?? '', patch: changedDigit(first) }, EDITOR);
      await site.advanceBy(0);
      expect(await site.published()).toEqual(['10:00 at 12:20', '12:00 at 12:15']);
      await site.until('14:20');
      await site.set({ publishGenerated: true });
      expect(await site.published()).toContain('14:00 at 14:20');
    },
  );

  engine.onSqlite(
    'publishes digits entered today after their time at once, and those of a past day not at all',
    async () => {
      const site = await startWithDrafts();
      const [first] = await site.draws();
      await deleteDraw(site.services, { id: first?.id ?? '' }, EDITOR);
      await site.until('11:00');
      await createDraw(site.services, newDrawFor('10:00', '12345'), EDITOR);
      await createDraw(site.services, newDrawFor('10:00', '12345', { date: '2026-11-14' }), EDITOR);
      await site.advanceBy(SECOND);
      expect(await site.published()).toEqual(['10:00 at 11:00']);
      expect(await site.published('2026-11-14')).toEqual([]);
    },
  );

  engine.onSqlite('includes draws that staff entered', async () => {
    const site = await startWithDrafts();
    const [first] = await site.draws();
    await deleteDraw(site.services, { id: first?.id ?? '' }, EDITOR);
    await site.until('10:14');
    await createDraw(site.services, newDrawFor('10:00', '12345'), EDITOR);
    await site.until('10:15');
    expect(await site.published()).toEqual(['10:00 at 10:15']);
  });

  test('is done late at the next start, also after midnight, and logged as late', async () => {
    const location = await engine.newLocation();
    const before = await startAutomation(engine, at('18:00'), { location });
    await before.advanceBy(5 * SECOND);
    expect(await before.published()).toHaveLength(4);
    await before.stop();
    const after = await startAutomation(engine, at('00:30', TOMORROW), { location });
    await after.advanceBy(0);
    expect((await after.published(TODAY)).at(-1)).toBe('19:00 at 00:30');
    const [entry] = await after.activity();
    expect(entry?.after).toMatchObject({ late: true, dueAt: new Date(at('19:15')).toISOString() });
  });

  engine.onSqlite('that fails is retried every second, and logged once', async () => {
    const site = await startWithDrafts();
    const db = kyselyOf(site.services.database);
    await site.until('10:14', 50);
    await sql`alter table draws rename to mislaid`.execute(db);
    await site.until('10:15', 10);
    await sql`alter table mislaid rename to draws`.execute(db);
    await site.until('10:15', 11);
    expect(await site.published()).toEqual(['10:00 at 10:15']);
    const log = site.lines.join('');
    expect(log.match(/automation failed/g)).toHaveLength(1);
    expect(log.match(/automation works again/g)).toHaveLength(1);
  });
});

describeOnBothDatabases('a clock that jumps ahead', (engine) => {
  test('publishes nothing early, is logged, and has no effect after it is set back', async () => {
    const site = await startAutomation(engine, at('09:00'));
    await site.advanceBy(5 * SECOND);
    site.clock.moveBy(80 * MINUTE);
    await site.advanceBy(TRUSTED_AFTER - MINUTE);
    expect(await site.published()).toEqual([]);
    expect(site.lines.join('')).toContain('the clock jumped ahead');
    expect(await site.activity()).toContainEqual(
      expect.objectContaining({ type: 'system', user: 'System', action: 'Clock jumped' }),
    );
    const jump = (await site.activity()).find(({ action }) => action === 'Clock jumped');
    const timeOf = (side: unknown) => Date.parse((side as { time: string }).time);
    expect(timeOf(jump?.after) - timeOf(jump?.before)).toBe(80 * MINUTE);
    const jumpedAt = site.automation.clockJumpedAt() ?? 0;
    expect(jumpedAt).toBeGreaterThan(at('10:20'));
    site.clock.moveBy(-80 * MINUTE);
    await site.until('10:14', 59);
    expect(await site.published()).toEqual([]);
    await site.until('10:15');
    expect(await site.published()).toEqual(['10:00 at 10:15']);
    await site.leapTo(jumpedAt + DAY);
    expect(site.automation.clockJumpedAt()).toBe(null);
  });

  engine.onSqlite('is trusted after some minutes, as after a suspend', async () => {
    const site = await startAutomation(engine, at('09:00'));
    await site.advanceBy(5 * SECOND);
    site.clock.moveBy(80 * MINUTE);
    await site.advanceBy(TRUSTED_AFTER + 2 * MINUTE);
    expect(await site.published()).toHaveLength(1);
  });
});
