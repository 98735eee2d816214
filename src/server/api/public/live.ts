/** The live stream for the public: server-sent events, or a WebSocket if the client asks for one. */
import { createRoute, OpenAPIHono } from '@hono/zod-openapi';
import type { Context } from 'hono';
import { publicChangeSchema } from '../../../contract/live.ts';
import { AppError } from '../../errors.ts';
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
    responses: {
      101: {
        description:
          'With `Upgrade: websocket`: the same messages as JSON texts `{ id?, event, data }`. A client that sends anything is disconnected.',
      },
      200: eventStream(publicChangeSchema),
      ...refusals('bad-request', 'invalid', 'too-many-streams'),
    },
  }),
  async (c) => {
    if (isHeadOnly(c)) return c.body(null, 200, EVENT_STREAM_HEADERS);
    const request = {
      audience: 'public',
      source: c.env.client.network,
      ...streamRequest(c, c.req.valid('query').after),
    } as const;
    if (!asksForSocket(c)) return c.env.live.openStream(request);
    // Bun itself would refuse it without the id of the request.
    if (c.req.header('Sec-WebSocket-Version') !== SOCKET_VERSION) throw new AppError('bad-request');
    await c.env.live.openSocket({ ...request, upgrade: c.env.upgrade });
    return c.body(null, 101);
  },
);

/** The only one that is in use (RFC 6455). */
const SOCKET_VERSION = '13';

const asksForSocket = ({ req }: Context): boolean => req.header('Upgrade')?.toLowerCase() === 'websocket';
