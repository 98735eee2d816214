/** Visitors' messages. */
import { createRoute, OpenAPIHono } from '@hono/zod-openapi';
import { contactPageSchema } from '../../../contract/contact.ts';
import { searchQuerySchema } from '../../../contract/paging.ts';
import { requireStaff } from '../../auth/guards.ts';
import { deleteContact } from '../../services/content/contacts.ts';
import { listContacts } from '../../services/staff-reads.ts';
import type { ApiEnv } from '../api-env.ts';
import { idParams, json, noContent, refusals } from '../route-parts.ts';

const tags = ['Admin: contacts'];
const middleware = requireStaff();

export const adminContactRoutes = new OpenAPIHono<ApiEnv>()
  .openapi(
    createRoute({
      method: 'get',
      path: '/api/admin/contacts',
      tags,
      summary: 'Messages, newest first',
      middleware,
      request: { query: searchQuerySchema },
      responses: { 200: json(contactPageSchema, 'One page of messages.'), ...refusals('invalid') },
    }),
    async (c) => c.json(await listContacts(c.env.services.database.db, c.req.valid('query')), 200),
  )
  .openapi(
    createRoute({
      method: 'delete',
      path: '/api/admin/contacts/{id}',
      tags,
      summary: 'Delete a message',
      middleware,
      request: { params: idParams },
      responses: { 204: noContent, ...refusals('not-found') },
    }),
    async (c) => {
      await deleteContact(c.env.services, c.req.valid('param').id, c.var.staff);
      return c.body(null, 204);
    },
  );
