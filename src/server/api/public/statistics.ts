/** Counts of published results. */
import { createRoute, OpenAPIHono } from '@hono/zod-openapi';
import { statisticsQuerySchema, statisticsSchema } from '../../../contract/statistics.ts';
import type { ApiEnv } from '../api-env.ts';
import { cacheFor } from '../cache-and-cors.ts';
import { json, refusals } from '../route-parts.ts';

export const statisticsRoutes = new OpenAPIHono<ApiEnv>().openapi(
  createRoute({
    method: 'get',
    path: '/api/statistics',
    tags: ['Results'],
    summary: 'How often each digit came, how long ago, and how even that is',
    description:
      'Counts the published results of all draws or of one slot, for all dates or for a range. Past results say nothing about the next one.',
    middleware: cacheFor(5),
    request: { query: statisticsQuerySchema },
    responses: { 200: json(statisticsSchema, 'The counts.'), ...refusals('invalid') },
  }),
  async (c) => c.json(await c.env.statistics(c.req.valid('query')), 200),
);
