/** Importing results from a CSV file: what a dry run finds, and what an import has done. */
import { z } from 'zod';

export const importQuerySchema = z.object({
  dryRun: z
    .enum(['true', 'false'], { error: 'dryRun must be true or false.' })
    .default('false')
    .meta({ description: 'Only report what would be imported.' }),
});

export const importReportSchema = z
  .object({
    dryRun: z.boolean(),
    /** The draws in the file; stored unless it was a dry run. */
    published: z.int().min(0),
    drafts: z.int().min(0),
    /** All or nothing: a file with a problem is not imported. */
    problems: z.array(z.object({ line: z.int().min(1), message: z.string() })),
  })
  .meta({ id: 'ImportReport' });
export type ImportReport = z.infer<typeof importReportSchema>;
