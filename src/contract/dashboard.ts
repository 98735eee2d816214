/** The figures of the dashboard. */
import { z } from 'zod';
import { backupSchema } from './backups.ts';
import { adminDrawSchema } from './draws.ts';
import { databaseKindSchema } from './health.ts';
import { slotTodaySchema } from './today.ts';
import { dateSchema, instantSchema } from './values.ts';

const adminSlotTodaySchema = slotTodaySchema
  .extend({ draw: z.union([adminDrawSchema, z.null()]) })
  .meta({ id: 'AdminSlotToday' });

export const WARNINGS = {
  'mail-failing': 'Mail is not going out.',
  'no-recent-backup': 'There has been no verified backup for a day.',
  'automation-off': 'Automatic publishing is switched off.',
  'clock-jumped': 'The clock of this server jumped.',
  maintenance: 'Maintenance mode is on: visitors see the maintenance page.',
} as const;

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
    visitors: z.int().min(0),
    visitorHistory: z.array(z.object({ at: instantSchema, visitors: z.int().min(0) })),
    lastBackup: z.union([backupSchema, z.null()]),
    database: z.object({ kind: databaseKindSchema, bytes: z.int().min(0) }),
    version: z.string(),
    warnings: z.array(
      z.object({ code: z.enum(Object.keys(WARNINGS) as (keyof typeof WARNINGS)[]), text: z.string() }),
    ),
  })
  .meta({ id: 'Dashboard' });
export type Dashboard = z.infer<typeof dashboardSchema>;
