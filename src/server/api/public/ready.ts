/** Whether requests should be sent to this node. */
import { createRoute, OpenAPIHono } from '@hono/zod-openapi';
import { readySchema } from '../../../contract/health.ts';
import { DatabaseDown } from '../../errors.ts';
import type { ApiEnv } from '../api-env.ts';
import { json, refusals } from '../route-parts.ts';
import { keepPrivate } from '../sharing.ts';

export const readyRoutes = new OpenAPIHono<ApiEnv>().openapi(
  createRoute({
    method: 'get',
    path: '/api/ready',
    tags: ['Server'],
    summary: 'Should requests be sent to this node?',
    description: 'For load balancers: 503 while the node starts and while its database does not answer.',
    middleware: keepPrivate,
    responses: {
      200: json(readySchema, 'They should.'),
      ...refusals('starting', 'database-down'),
    },
  }),
  async (c) => {
    // Without writing: a node whose database can only be read still serves every page, and all nodes share it.
    await c.env.services.database.answers().catch((error: unknown) => {
      throw new DatabaseDown(error);
    });
    return c.json({ status: 'ready' as const }, 200);
  },
);
