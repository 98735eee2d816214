/** Today's five draws. */
import { createRoute, OpenAPIHono } from '@hono/zod-openapi';
import { type Today, todaySchema } from '../../../contract/today.ts';
import { readToday } from '../../services/draws/today.ts';
import type { ApiEnv } from '../api-env.ts';
import { cacheFor } from '../cache-and-cors.ts';
import { json } from '../route-parts.ts';

/** Excludes the time, so that the response is 304 while nothing else has changed. */
function tagOf({ time: _, ...rest }: Today): string {
  return `W/"${Bun.hash(JSON.stringify(rest)).toString(36)}"`;
}

export const todayRoutes = new OpenAPIHono<ApiEnv>().openapi(
  createRoute({
    method: 'get',
    path: '/api/today',
    tags: ['Results'],
    summary: "Today's five draws, each with its phase and, once it is published, its result",
    description: 'A live stream can resume from the cursor.',
    middleware: cacheFor(1),
    responses: { 200: json(todaySchema, 'The five draws in the order of the day.') },
  }),
  async (c) => {
    // Read before the draws: a change in between is sent on the stream again, and none is missed.
    const cursor = c.env.live.cursor('public');
    const today = await readToday(c.env.services, cursor);
    return c.json(today, 200, { ETag: tagOf(today) });
  },
);
