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
    /** What automation publishes without a person. */
    automation: settingsSchema.pick({ autoPublish: true, publishGenerated: true }),
    visitors: z.int().min(0),
    visitorHistory: z.array(z.object({ at: instantSchema, visitors: z.int().min(0) })),
    lastBackup: z.union([backupSchema, z.null()]),
    database: z.object({ kind: databaseKindSchema, bytes: z.int().min(0) }),
    version: z.string(),
  })
  .meta({ id: 'Dashboard' });
export type Dashboard = z.infer<typeof dashboardSchema>;
