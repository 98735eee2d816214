/** Importing results from a CSV file: what a dry run finds, and what an import has done. */
import { z } from 'zod';
import { MOST_PROBLEMS } from '../core/csv.ts';
import { pageOf } from './paging.ts';
import { dateSchema, idSchema, instantSchema } from './values.ts';

export const importQuerySchema = z.object({
  dryRun: z
    .enum(['true', 'false'], { error: 'dryRun must be true or false.' })
    .default('false')
    .meta({ description: 'Only report what would be imported.' }),
});

export const importReportSchema = z
  .object({
    dryRun: z.boolean(),
    /** By which the import can be taken back; null if nothing was stored. */
    importId: idSchema.nullable(),
    /** The draws that were stored; null in a dry run. */
    created: z.int().min(0).nullable(),
    /** The draws in the file; stored unless it was a dry run. */
    published: z.int().min(0),
    drafts: z.int().min(0),
    problems: z
      .array(z.object({ line: z.int().min(1), message: z.string() }))
      .max(MOST_PROBLEMS)
      .meta({
        description: 'A file with a problem is not imported. No more are looked for after this many.',
      }),
  })
  .meta({ id: 'ImportReport' });
export type ImportReport = z.infer<typeof importReportSchema>;

/** An import that was not taken back, or only in part. */
const drawImportSchema = z
  .object({
    id: idSchema,
    createdAt: instantSchema,
    user: z.string(),
    total: z.int().min(0).meta({ description: 'How many draws the file has.' }),
    created: z.int().min(0).meta({
      description: 'How many were stored. Fewer than `total`: it is running, or was stopped.',
    }),
    removed: z.int().min(0).meta({
      description: 'How many were taken back. More than 0: this is running, or was stopped.',
    }),
    running: z.boolean().meta({ description: 'Whether it is being stored or taken back now.' }),
    /** How many of its draws the public sees now. */
    published: z.int().min(0),
    /** How many of its draws were changed or deleted since: then it cannot be taken back. */
    changed: z.int().min(0),
    firstDate: dateSchema.nullable(),
    lastDate: dateSchema.nullable(),
  })
  .meta({ id: 'DrawImport' });
export type DrawImport = z.infer<typeof drawImportSchema>;

export const drawImportPageSchema = pageOf(drawImportSchema).meta({ id: 'DrawImportPage' });
