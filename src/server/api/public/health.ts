/** Whether the server is well. */
import { createRoute, OpenAPIHono } from '@hono/zod-openapi';
import { healthSchema } from '../../../contract/health.ts';
import { DatabaseDown } from '../../errors.ts';
import type { ApiEnv } from '../api-env.ts';
import { json, refusals } from '../route-parts.ts';
import { keepPrivate } from '../sharing.ts';

export const healthRoutes = new OpenAPIHono<ApiEnv>().openapi(
  createRoute({
    method: 'get',
    path: '/api/health',
    tags: ['Server'],
    summary: 'Is the server well?',
    middleware: keepPrivate,
    responses: { 200: json(healthSchema, 'It is.'), ...refusals('database-down') },
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
