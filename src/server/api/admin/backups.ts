/** Backups, for Admins. */
import { createRoute, OpenAPIHono } from '@hono/zod-openapi';
import { backupPageSchema, backupSchema } from '../../../contract/backups.ts';
import { pagingQuerySchema } from '../../../contract/paging.ts';
import { requireStaff } from '../../auth/guards.ts';
import type { ApiEnv } from '../api-env.ts';
import { json, refusals } from '../route-parts.ts';

const tags = ['Admin: server'];
const middleware = requireStaff('admin');

export const adminBackupRoutes = new OpenAPIHono<ApiEnv>()
  .openapi(
    createRoute({
      method: 'get',
      path: '/api/admin/backups',
      tags,
      summary: 'Backups, newest first, with the progress of one that is running',
      middleware,
      request: { query: pagingQuerySchema },
      responses: { 200: json(backupPageSchema, 'One page of backups.'), ...refusals('invalid') },
    }),
    async (c) => c.json(await c.env.backups.list(c.req.valid('query')), 200),
  )
  .openapi(
    createRoute({
      method: 'post',
      path: '/api/admin/backups',
      tags,
      summary: 'Start a backup',
      middleware,
      responses: { 202: json(backupSchema, 'The backup has started.'), ...refusals('backup-running') },
    }),
    async (c) => c.json(await c.env.backups.start(c.var.staff), 202),
  );
