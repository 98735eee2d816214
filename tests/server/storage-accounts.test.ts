/** Our schema has everything that Better Auth needs. */
import { expect, test } from 'bun:test';
import { getMigrations } from 'better-auth/db/migration';
import { twoFactor } from 'better-auth/plugins';
import { describeOnBothDatabases } from '../support/databases.ts';

describeOnBothDatabases('accounts', ({ kind, open }) => {
  test('Better Auth has no tables to create and no columns to add', async () => {
    const { betterAuthTables: db } = await open();
    const plan = await getMigrations({
      database: { db, type: kind },
      user: {
        additionalFields: {
          role: { type: ['admin', 'editor'], required: true },
          disabled: { type: 'boolean', required: true },
        },
      },
      plugins: [twoFactor()],
    });
    expect(plan.toBeCreated).toEqual([]);
    expect(plan.toBeAdded).toEqual([]);
    expect((await plan.compileMigrations()).replace(';', '').trim()).toBe('');
  });

  test('Better Auth finds a missing column', async () => {
    const { betterAuthTables: db } = await open();
    await db.schema.alterTable('user').dropColumn('twoFactorEnabled').execute();
    const { toBeAdded } = await getMigrations({ database: { db, type: kind }, plugins: [twoFactor()] });
    expect(toBeAdded.map(({ table, fields }) => [table, Object.keys(fields)])).toEqual([
      ['user', ['twoFactorEnabled']],
    ]);
  });
});
