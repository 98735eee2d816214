/** The live stream for the public. */
import { createRoute, OpenAPIHono } from '@hono/zod-openapi';
import { publicChangeSchema } from '../../../contract/live.ts';
import type { ApiEnv } from '../api-env.ts';
import {
  EVENT_STREAM_HEADERS,
  eventStream,
  isHeadOnly,
  liveQuerySchema,
  streamRequest,
} from '../live-request.ts';
import { refusals } from '../route-parts.ts';

export const liveRoutes = new OpenAPIHono<ApiEnv>().openapi(
  createRoute({
    method: 'get',
    path: '/api/live',
    tags: ['Live'],
    summary: 'Published changes as they happen',
    request: { query: liveQuerySchema },
    responses: { 200: eventStream(publicChangeSchema), ...refusals('invalid', 'too-many-streams') },
  }),
  (c) =>
    isHeadOnly(c)
      ? c.body(null, 200, EVENT_STREAM_HEADERS)
      : c.env.live.openStream({
          audience: 'public',
          source: c.env.client.network,
          ...streamRequest(c, c.req.valid('query').after),
        }),
);
