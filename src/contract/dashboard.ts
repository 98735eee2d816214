/** The figures of the dashboard. */
import { z } from 'zod';
import { backupSchema } from './backups.ts';
import { adminDrawSchema } from './draws.ts';
import { databaseKindSchema } from './health.ts';
import { settingsSchema } from './settings.ts';
import { slotTodaySchema } from './today.ts';
import { dateSchema, instantSchema } from './values.ts';

const adminSlotTodaySchema = slotTodaySchema
  .extend({ draw: z.union([adminDrawSchema, z.null()]) })
  .meta({ id: 'AdminSlotToday' });

const publicLogStateSchema = z
  .object({
    origin: z.string(),
    size: z.int().min(0),
    lastEntryAt: instantSchema,
    root: z.string().meta({ description: 'The hash of the whole tree, in base64.' }),
    tomorrowCommitted: z.boolean(),
    beacon: z
      .enum(['off', 'awaited', 'verified', 'missing'])
      .meta({ description: 'The beacon of today; off if today was committed without one.' }),
  })
  .meta({ id: 'PublicLogState' });
export type PublicLogState = z.infer<typeof publicLogStateSchema>;

export const dashboardSchema = z
  .object({
    time: instantSchema,
    date: dateSchema,
    slots: z.array(adminSlotTodaySchema).length(5),
    recentResults: z.array(adminDrawSchema).max(5),
    /** Five minus the number published today. */
    pendingCount: z.int().min(0).max(5),
    nextAction: z
      .object({ kind: z.enum(['generate', 'publish']), at: instantSchema, drawNo: z.string().nullable() })
      .nullable(),
    draftsAt: instantSchema.nullable().meta({
      description: "When automation makes today's drafts; null if they are made, or will not be made.",
    }),
    /** What automation publishes without a person, and what a second person must approve. */
    automation: settingsSchema.pick({ autoPublish: true, publishGenerated: true, approval: true }),
    visitors: z.int().min(0),
    visitorHistory: z.array(z.object({ at: instantSchema, visitors: z.int().min(0) })),
    lastBackup: z.union([backupSchema, z.null()]),
    database: z.object({ kind: databaseKindSchema, bytes: z.int().min(0) }),
    version: z.string(),
    publicLog: z
      .union([publicLogStateSchema, z.null()])
      .meta({ description: 'Null before the log is open.' }),
  })
  .meta({ id: 'Dashboard' });
export type Dashboard = z.infer<typeof dashboardSchema>;
