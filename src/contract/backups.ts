/** Backups, as shown to staff. */
import { z } from 'zod';
import { pageOf } from './paging.ts';
import { idSchema, instantSchema } from './values.ts';

export const backupSchema = z
  .object({
    id: idSchema,
    /** Only a verified copy counts as a backup. */
    status: z.enum(['running', 'verified', 'failed']),
    /** The current step of a running backup, and its progress in per cent. */
    step: z.enum(['copying', 'checksumming', 'restoring', 'checking', 'done']),
    progress: z.int().min(0).max(100),
    file: z.string(),
    bytes: z.int().nullable(),
    sha256: z.string().nullable(),
    startedAt: instantSchema,
    finishedAt: instantSchema.nullable(),
    error: z.string().nullable(),
  })
  .meta({ id: 'Backup' });
export type Backup = z.infer<typeof backupSchema>;

export const backupPageSchema = pageOf(backupSchema).meta({ id: 'BackupPage' });
