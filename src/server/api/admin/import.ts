/** Imports results from a CSV file, lists imports and takes them back. */
import { createRoute, OpenAPIHono } from '@hono/zod-openapi';
import { z } from 'zod';
import { drawImportPageSchema, importQuerySchema, importReportSchema } from '../../../contract/import.ts';
import { pagingQuerySchema } from '../../../contract/paging.ts';
import { requireStaff } from '../../auth/guards.ts';
import { AppError } from '../../errors.ts';
import { importCsv, previewCsvImport } from '../../services/draws/import-csv.ts';
import { refuseImportForApproval } from '../../services/draws/import-draws.ts';
import { takeBackImport } from '../../services/draws/take-back-import.ts';
import { listImports } from '../../services/staff-reads.ts';
import type { ApiEnv } from '../api-env.ts';
import { IMPORT_PATH, limitFile } from '../body-limits.ts';
import { idParams, json, noContent, refusals } from '../route-parts.ts';

const tags = ['Admin: draws'];
const middleware = requireStaff();

export const adminImportRoutes = new OpenAPIHono<ApiEnv>()
  .openapi(
    createRoute({
      method: 'post',
      path: IMPORT_PATH,
      tags,
      summary: 'Import draws from a CSV file',
      description:
        'Accepts both export formats: without a status column every row is a published result. A file with a problem is not imported. A large file is stored in pieces: what stops it then (`import-stopped`) leaves the pieces before it, which can be taken back.',
      middleware: [requireStaff(), limitFile] as const,
      request: {
        query: importQuerySchema,
        body: { required: true, content: { 'text/csv': { schema: z.string() } } },
      },
      responses: {
        200: json(
          importReportSchema,
          'What was imported, or in a dry run what would be and what prevents it.',
        ),
        ...refusals('needs-approval', 'invalid', 'draw-exists', 'import-stopped'),
      },
    }),
    async (c) => {
      if (!/^text\/csv\b/i.test(c.req.header('Content-Type') ?? '')) {
        throw new AppError('wrong-content-type', { detail: 'Please send text/csv.' });
      }
      await refuseImportForApproval(c.env.services.database.db);
      const text = await c.req.text();
      // From here on it may take longer than a silent connection is kept.
      c.env.keepOpen();
      const report =
        c.req.valid('query').dryRun === 'true'
          ? await previewCsvImport(c.env.services, text)
          : await importCsv(c.env.services, text, c.var.staff, { checkApproval: true });
      return c.json(report, 200);
    },
  )
  .openapi(
    createRoute({
      method: 'get',
      path: '/api/admin/imports',
      tags,
      summary: 'Imports that were not taken back, newest first',
      middleware,
      request: { query: pagingQuerySchema },
      responses: { 200: json(drawImportPageSchema, 'One page of imports.'), ...refusals('invalid') },
    }),
    async (c) => {
      const { database, clock } = c.env.services;
      return c.json(await listImports(database.db, c.req.valid('query'), clock.now()), 200);
    },
  )
  .openapi(
    createRoute({
      method: 'delete',
      path: '/api/admin/imports/{id}',
      tags,
      summary: 'Take an import back: delete all its draws, or none if one was changed since',
      middleware,
      request: { params: idParams },
      responses: {
        204: noContent,
        ...refusals('not-found', 'import-changed', 'import-running', 'import-stopped'),
      },
    }),
    async (c) => {
      c.env.keepOpen();
      await takeBackImport(c.env.services, c.req.valid('param').id, c.var.staff);
      return c.body(null, 204);
    },
  );
