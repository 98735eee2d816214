/** The dashboard's figures. */
import { createRoute, OpenAPIHono } from '@hono/zod-openapi';
import { dashboardSchema } from '../../../contract/dashboard.ts';
import { requireStaff } from '../../auth/guards.ts';
import { readDashboard } from '../../services/dashboard.ts';
import type { ApiEnv } from '../api-env.ts';
import { json } from '../route-parts.ts';

export const dashboardRoutes = new OpenAPIHono<ApiEnv>().openapi(
  createRoute({
    method: 'get',
    path: '/api/admin/dashboard',
    tags: ['Admin: server'],
    summary: "Today's slots, visitors, backups and the next automatic action",
    middleware: requireStaff(),
    responses: { 200: json(dashboardSchema, 'The current figures.') },
  }),
  async (c) => {
    const { services, version, live, backups } = c.env;
    const sources = {
      version,
      visitors: live.visitors,
      lastVerifiedBackup: backups.lastVerified,
    };
    return c.json(await readDashboard(services, sources), 200);
  },
);
