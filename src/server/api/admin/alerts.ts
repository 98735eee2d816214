/** The alerts of the signed-in account. */
import { createRoute, OpenAPIHono } from '@hono/zod-openapi';
import { alertPreferencesSchema, newAlertDeviceSchema, ownAlertsSchema } from '../../../contract/alerts.ts';
import { pushEndpointSchema } from '../../../contract/push.ts';
import { requireStaff } from '../../auth/guards.ts';
import {
  addAlertDevice,
  readOwnAlerts,
  removeAlertDevice,
  saveAlertPreferences,
  sendTestAlert,
} from '../../services/alerts/own-alerts.ts';
import type { ApiEnv } from '../api-env.ts';
import { json, jsonBody, noContent, refusals } from '../route-parts.ts';

const tags = ['Accounts'];
const middleware = requireStaff();

const LONGEST_USER_AGENT = 500;

export const ownAlertRoutes = new OpenAPIHono<ApiEnv>()
  .openapi(
    createRoute({
      method: 'get',
      path: '/api/admin/me/alerts',
      tags,
      summary: 'Which alerts you get: by mail, and on which devices',
      middleware,
      responses: { 200: json(ownAlertsSchema, 'Your alerts.') },
    }),
    async (c) => c.json(await readOwnAlerts(c.env.services.database.db, c.var.staff), 200),
  )
  .openapi(
    createRoute({
      method: 'put',
      path: '/api/admin/me/alerts',
      tags,
      summary: 'Turn mails to you on or off',
      middleware,
      request: { body: jsonBody(alertPreferencesSchema) },
      responses: { 200: json(ownAlertsSchema, 'Your alerts as they are now.'), ...refusals('invalid') },
    }),
    async (c) => c.json(await saveAlertPreferences(c.env.services, c.var.staff, c.req.valid('json')), 200),
  )
  .openapi(
    createRoute({
      method: 'post',
      path: '/api/admin/me/alerts/devices',
      tags,
      summary: 'Have alerts pushed to a device',
      description: 'An account can have ten devices: one more replaces the one that was added first.',
      middleware,
      request: { body: jsonBody(newAlertDeviceSchema) },
      responses: {
        201: json(ownAlertsSchema, 'Your alerts as they are now.'),
        ...refusals('wrong-auth', 'invalid'),
      },
    }),
    async (c) => {
      const added = await addAlertDevice(c.env.services, c.var.staff, {
        ...c.req.valid('json'),
        userAgent: c.req.header('User-Agent')?.slice(0, LONGEST_USER_AGENT) ?? null,
        endpointProblem: c.env.endpointProblem,
      });
      return c.json(added, 201);
    },
  )
  .openapi(
    createRoute({
      method: 'delete',
      path: '/api/admin/me/alerts/devices',
      tags,
      summary: 'Push no more alerts to a device',
      middleware,
      request: { body: jsonBody(pushEndpointSchema) },
      responses: { 204: noContent, ...refusals('invalid') },
    }),
    async (c) => {
      await removeAlertDevice(c.env.services, c.var.staff, c.req.valid('json').endpoint);
      return c.body(null, 204);
    },
  )
  .openapi(
    createRoute({
      method: 'post',
      path: '/api/admin/me/alerts/test',
      tags,
      summary: 'Send a test to yourself, in every way in which you get alerts',
      description: 'Limited to ten an hour.',
      middleware,
      responses: { 204: noContent, ...refusals('alerts-off', 'too-many') },
    }),
    async (c) => {
      await sendTestAlert(c.env.services, c.var.staff);
      void c.env.alerts.run();
      return c.body(null, 204);
    },
  );
