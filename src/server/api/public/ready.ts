/** Whether requests should be sent to this node. */
import { createRoute, OpenAPIHono } from '@hono/zod-openapi';
import { readySchema } from '../../../contract/health.ts';
import { AppError, DatabaseDown } from '../../errors.ts';
import { json, refusals } from '../answers.ts';
import type { ApiEnv } from '../api-env.ts';
import { keepPrivate } from '../sharing.ts';

export const readyRoutes = new OpenAPIHono<ApiEnv>().openapi(
  createRoute({
    method: 'get',
    path: '/api/ready',
    tags: ['Server'],
    summary: 'Should requests be sent to this node?',
    description:
      'For load balancers: 503 while the node starts, while it stops, and while its database does not answer.',
    middleware: keepPrivate,
    responses: {
      200: json(readySchema, 'They should.'),
      ...refusals('starting', 'stopping', 'database-down'),
    },
  }),
  async (c) => {
    if (c.env.isStopping()) throw new AppError('stopping', { retryAfter: 1 });
    // Without writing: a node whose database can only be read still serves every page, and all nodes share it.
    await c.env.services.database.answers().catch((error: unknown) => {
      throw new DatabaseDown(error);
    });
    if (c.env.isStopping()) throw new AppError('stopping', { retryAfter: 1 });
    return c.json({ status: 'ready' as const }, 200);
  },
);
