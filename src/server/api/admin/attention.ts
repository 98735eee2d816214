/** What needs the attention of staff. Editors see all of it; the actions on backups and settings need an Admin. */
import { createRoute, OpenAPIHono } from '@hono/zod-openapi';
import { attentionSchema } from '../../../contract/attention.ts';
import { requireStaff } from '../../auth/guards.ts';
import { readAttention } from '../../services/attention.ts';
import type { ApiEnv } from '../api-env.ts';
import { json } from '../route-parts.ts';

export const attentionRoutes = new OpenAPIHono<ApiEnv>().openapi(
  createRoute({
    method: 'get',
    path: '/api/admin/attention',
    tags: ['Admin: server'],
    summary: 'What is late, held, missing, failing or not backed up, what visitors can see first',
    middleware: requireStaff(),
    responses: { 200: json(attentionSchema, 'Empty when nothing needs attention.') },
  }),
  async (c) => c.json(await readAttention(c.env.services, c.env.attentionSources), 200),
);
