/** The live stream for staff, including drafts and messages. */
import { createRoute, OpenAPIHono } from '@hono/zod-openapi';
import { adminChangeSchema } from '../../../contract/live.ts';
import { requireStaff } from '../../auth/guards.ts';
import { findSession } from '../../auth/sessions.ts';
import type { ApiEnv } from '../api-env.ts';
import {
  EVENT_STREAM_HEADERS,
  eventStream,
  isHeadOnly,
  liveQuerySchema,
  streamRequest,
} from '../live-request.ts';
import { refusals } from '../route-parts.ts';

export const adminLiveRoutes = new OpenAPIHono<ApiEnv>().openapi(
  createRoute({
    method: 'get',
    path: '/api/admin/live',
    tags: ['Live'],
    summary: 'Every change as it happens, drafts and messages included',
    middleware: requireStaff(),
    request: { query: liveQuerySchema },
    responses: { 200: eventStream(adminChangeSchema), ...refusals('invalid', 'too-many-streams') },
  }),
  (c) =>
    isHeadOnly(c)
      ? c.body(null, 200, EVENT_STREAM_HEADERS)
      : c.env.live.openStream({
          audience: 'admin',
          source: c.var.staff.id,
          ...streamRequest(c, c.req.valid('query').after),
          stillAllowed: async () => (await findSession(c.env.auth, c.req.raw.headers)) !== null,
        }),
);
