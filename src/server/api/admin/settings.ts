/** The settings, for Admins. */
import { createRoute, OpenAPIHono } from '@hono/zod-openapi';
import { settingsChangeSchema, settingsSchema } from '../../../contract/settings.ts';
import { requireStaff } from '../../auth/guards.ts';
import { saveSettings } from '../../services/settings.ts';
import { readSettings } from '../../services/staff-reads.ts';
import type { ApiEnv } from '../api-env.ts';
import { json, jsonBody, refusals } from '../route-parts.ts';
import { etagHeader, expectedEtag, ifMatchHeader } from './row-versions.ts';

const tags = ['Admin: settings'];
const middleware = requireStaff('admin');

export const adminSettingsRoutes = new OpenAPIHono<ApiEnv>()
  .openapi(
    createRoute({
      method: 'get',
      path: '/api/admin/settings',
      tags,
      summary: 'The settings',
      middleware,
      responses: { 200: json(settingsSchema, 'The settings.') },
    }),
    async (c) => {
      const saved = await readSettings(c.env.services.database.db);
      return c.json(saved.settings, 200, etagHeader(saved));
    },
  )
  .openapi(
    createRoute({
      method: 'put',
      path: '/api/admin/settings',
      tags,
      summary: 'Change the settings; they take effect at once',
      middleware,
      request: { headers: ifMatchHeader, body: jsonBody(settingsChangeSchema) },
      responses: {
        200: json(settingsSchema, 'The settings as they are now.'),
        ...refusals('one-account', 'stale', 'invalid'),
      },
    }),
    async (c) => {
      const change = { settings: c.req.valid('json'), expectedEtag: expectedEtag(c.req.valid('header')) };
      const saved = await saveSettings(c.env.services, change, c.var.staff);
      return c.json(saved.settings, 200, etagHeader(saved));
    },
  );
