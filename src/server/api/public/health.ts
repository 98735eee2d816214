/** Health and readiness checks. */
import { createRoute, OpenAPIHono } from '@hono/zod-openapi';
import { healthSchema, readySchema } from '../../../contract/health.ts';
import { DatabaseDown, NodeOutdated } from '../../errors.ts';
import type { ApiEnv } from '../api-env.ts';
import { noStore } from '../cache-and-cors.ts';
import { json, refusals } from '../route-parts.ts';

export const healthRoutes = new OpenAPIHono<ApiEnv>().openapi(
  createRoute({
    method: 'get',
    path: '/api/health',
    tags: ['Server'],
    summary: 'Health check',
    middleware: noStore,
    responses: { 200: json(healthSchema, 'The server and its database work.'), ...refusals('database-down') },
  }),
  async (c) => {
    const { services, version } = c.env;
    await services.database.ping().catch((error: unknown) => {
      throw new DatabaseDown(error);
    });
    const time = new Date(services.clock.now()).toISOString();
    return c.json({ status: 'ok' as const, version, time, database: services.database.kind }, 200);
  },
);

export const readyRoutes = new OpenAPIHono<ApiEnv>().openapi(
  createRoute({
    method: 'get',
    path: '/api/ready',
    tags: ['Server'],
    summary: 'Readiness check',
    description:
      'For load balancers: 503 while the node is starting, its database does not respond, or a newer version has migrated it.',
    middleware: noStore,
    responses: {
      200: json(readySchema, 'The node is ready for requests.'),
      ...refusals('starting', 'database-down'),
    },
  }),
  async (c) => {
    // Checks reading only: with a read-only database every node can still serve all pages.
    await c.env.services.database.pingForReads().catch((error: unknown) => {
      throw error instanceof NodeOutdated ? error : new DatabaseDown(error);
    });
    return c.json({ status: 'ready' as const }, 200);
  },
);
