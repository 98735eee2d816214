/** Imports results from a CSV file. */
import { createRoute, OpenAPIHono } from '@hono/zod-openapi';
import { z } from 'zod';
import { importQuerySchema, importReportSchema } from '../../../contract/import.ts';
import { requireStaff } from '../../auth/guards.ts';
import { AppError } from '../../errors.ts';
import { importCsv, previewCsvImport } from '../../services/draws/import-csv.ts';
import type { ApiEnv } from '../api-env.ts';
import { IMPORT_PATH, limitFile } from '../body-limits.ts';
import { json, refusals } from '../route-parts.ts';

export const adminImportRoutes = new OpenAPIHono<ApiEnv>().openapi(
  createRoute({
    method: 'post',
    path: IMPORT_PATH,
    tags: ['Admin: draws'],
    summary: 'Import draws from a CSV file, all or nothing',
    description: 'Accepts both export formats: without a status column every row is a published result.',
    middleware: [requireStaff(), limitFile] as const,
    request: {
      query: importQuerySchema,
      body: { required: true, content: { 'text/csv': { schema: z.string() } } },
    },
    responses: {
      200: json(importReportSchema, 'What was imported, or in a dry run what would be and what prevents it.'),
      ...refusals('invalid'),
    },
  }),
  async (c) => {
    if (!/^text\/csv\b/i.test(c.req.header('Content-Type') ?? '')) {
      throw new AppError('wrong-content-type', { detail: 'Please send text/csv.' });
    }
    const text = await c.req.text();
    const report =
      c.req.valid('query').dryRun === 'true'
        ? await previewCsvImport(c.env.services, text)
        : await importCsv(c.env.services, text, c.var.staff);
    return c.json(report, 200);
  },
);
