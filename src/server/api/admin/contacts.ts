/** Visitors' messages. */
import { createRoute, OpenAPIHono } from '@hono/zod-openapi';
import {
  contactCountSchema,
  contactMessageSchema,
  contactPageSchema,
  contactPatchSchema,
  contactQuerySchema,
} from '../../../contract/contact.ts';
import { requireStaff } from '../../auth/guards.ts';
import { deleteContact, markContact } from '../../services/content/contacts.ts';
import { countNewContacts, listContacts } from '../../services/staff-reads.ts';
import type { ApiEnv } from '../api-env.ts';
import { idParams, json, jsonBody, noContent, refusals } from '../route-parts.ts';

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
      request: { query: contactQuerySchema },
      responses: { 200: json(contactPageSchema, 'One page of messages.'), ...refusals('invalid') },
    }),
    async (c) => c.json(await listContacts(c.env.services.database.db, c.req.valid('query')), 200),
  )
  .openapi(
    createRoute({
      method: 'get',
      path: '/api/admin/contacts/count',
      tags,
      summary: 'How many messages are new',
      middleware,
      responses: { 200: json(contactCountSchema, 'The number of messages.') },
    }),
    async (c) => c.json({ new: await countNewContacts(c.env.services.database.db) }, 200),
  )
  .openapi(
    createRoute({
      method: 'patch',
      path: '/api/admin/contacts/{id}',
      tags,
      summary: 'Mark a message as answered or not',
      middleware,
      request: { params: idParams, body: jsonBody(contactPatchSchema) },
      responses: {
        200: json(contactMessageSchema, 'The message as it is now.'),
        ...refusals('not-found', 'invalid'),
      },
    }),
    async (c) => {
      const { id } = c.req.valid('param');
      return c.json(await markContact(c.env.services, { id, ...c.req.valid('json') }, c.var.staff), 200);
    },
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
