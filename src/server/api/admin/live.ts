/** The live stream for staff, including drafts and messages; an Editor's has no tables that only Admins may read. */
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
    summary: 'Every change as it happens, drafts and messages included; for Editors, of what they may read',
    middleware: requireStaff(),
    request: { query: liveQuerySchema },
    responses: { 200: eventStream(adminChangeSchema), ...refusals('invalid', 'too-many-streams') },
  }),
  (c) => {
    if (isHeadOnly(c)) return c.body(null, 200, EVENT_STREAM_HEADERS);
    const { id, role } = c.var.staff;
    return c.env.live.openStream({
      audience: role,
      source: id,
      ...streamRequest(c, c.req.valid('query').after),
      // With another role, the account must open another stream.
      stillAllowed: async () => (await findSession(c.env.auth, c.req.raw.headers))?.staff.role === role,
    });
  },
);
