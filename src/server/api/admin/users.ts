/** Staff accounts, for Admins. */
import { createRoute, OpenAPIHono } from '@hono/zod-openapi';
import { z } from 'zod';
import { staffSessionListSchema } from '../../../contract/accounts.ts';
import { pagingQuerySchema } from '../../../contract/paging.ts';
import { newStaffSchema, staffPageSchema, staffPatchSchema, staffSchema } from '../../../contract/users.ts';
import { idSchema } from '../../../contract/values.ts';
import { requireStaff } from '../../auth/guards.ts';
import { inviteAgain } from '../../services/accounts/invitations.ts';
import {
  endAllSessions,
  endSession,
  listSessions,
  resetTwoFactor,
} from '../../services/accounts/user-access.ts';
import { etagOfUser, expectUser } from '../../services/accounts/user-records.ts';
import { addUser, changeUser, deleteUser, listUsers } from '../../services/accounts/users.ts';
import type { ApiEnv } from '../api-env.ts';
import { idParams, json, jsonBody, noContent, refusals } from '../route-parts.ts';
import { ifMatchHeader, rowTarget } from './row-versions.ts';

const tags = ['Admin: users'];
const middleware = requireStaff('admin');

export const adminUserRoutes = new OpenAPIHono<ApiEnv>()
  .openapi(
    createRoute({
      method: 'get',
      path: '/api/admin/users',
      tags,
      summary: 'Accounts in the order of their e-mail addresses',
      middleware,
      request: { query: pagingQuerySchema },
      responses: { 200: json(staffPageSchema, 'One page of accounts.'), ...refusals('invalid') },
    }),
    async (c) => c.json(await listUsers(c.env.services, c.req.valid('query')), 200),
  )
  .openapi(
    createRoute({
      method: 'post',
      path: '/api/admin/users',
      tags,
      summary: 'Add an account: with a password it can be used at once, without one an invitation is mailed',
      middleware,
      request: { body: jsonBody(newStaffSchema) },
      responses: { 201: json(staffSchema, 'The account.'), ...refusals('user-exists', 'invalid') },
    }),
    async (c) => {
      const staff = await addUser(c.env.auth.accounts, c.req.valid('json'), c.var.staff);
      return c.json(staff, 201, { ETag: etagOfUser(staff) });
    },
  )
  .openapi(
    createRoute({
      method: 'get',
      path: '/api/admin/users/{id}',
      tags,
      summary: 'One account',
      middleware,
      request: { params: idParams },
      responses: { 200: json(staffSchema, 'The account.'), ...refusals('not-found') },
    }),
    async (c) => {
      const staff = await expectUser(c.env.services.database.db, c.req.valid('param').id);
      return c.json(staff, 200, { ETag: etagOfUser(staff) });
    },
  )
  .openapi(
    createRoute({
      method: 'patch',
      path: '/api/admin/users/{id}',
      tags,
      summary: 'Change the role or the name of an account, disable or enable it',
      middleware,
      request: { params: idParams, headers: ifMatchHeader, body: jsonBody(staffPatchSchema) },
      responses: {
        200: json(staffSchema, 'The account as it is now.'),
        ...refusals('not-found', 'last-admin', 'one-account', 'stale', 'invalid'),
      },
    }),
    async (c) => {
      const target = rowTarget(c.req.valid('param'), c.req.valid('header'));
      const change = { ...target, patch: c.req.valid('json') };
      const staff = await changeUser(c.env.auth.accounts, change, c.var.staff);
      return c.json(staff, 200, { ETag: etagOfUser(staff) });
    },
  )
  .openapi(
    createRoute({
      method: 'delete',
      path: '/api/admin/users/{id}',
      tags,
      summary: 'Delete an account',
      middleware,
      request: { params: idParams, headers: ifMatchHeader },
      responses: { 204: noContent, ...refusals('not-found', 'last-admin', 'one-account', 'stale') },
    }),
    async (c) => {
      const target = rowTarget(c.req.valid('param'), c.req.valid('header'));
      await deleteUser(c.env.auth.accounts, target, c.var.staff);
      return c.body(null, 204);
    },
  )
  .openapi(
    createRoute({
      method: 'post',
      path: '/api/admin/users/{id}/invite',
      tags,
      summary: 'Mail the invitation again',
      middleware,
      request: { params: idParams },
      responses: { 204: noContent, ...refusals('not-found', 'not-invited') },
    }),
    async (c) => {
      await inviteAgain(c.env.auth.accounts, c.req.valid('param').id, c.var.staff);
      return c.body(null, 204);
    },
  )
  .openapi(
    createRoute({
      method: 'post',
      path: '/api/admin/users/{id}/reset-two-factor',
      tags,
      summary: 'Turn the second factor off for somebody who has lost it',
      middleware,
      request: { params: idParams },
      responses: { 200: json(staffSchema, 'The account as it is now.'), ...refusals('not-found') },
    }),
    async (c) => c.json(await resetTwoFactor(c.env.auth.accounts, c.req.valid('param').id, c.var.staff), 200),
  )
  .openapi(
    createRoute({
      method: 'get',
      path: '/api/admin/users/{id}/sessions',
      tags,
      summary: 'List the sessions of an account',
      middleware,
      request: { params: idParams },
      responses: { 200: json(staffSessionListSchema, 'The sessions.'), ...refusals('not-found') },
    }),
    async (c) => c.json({ items: await listSessions(c.env.auth.accounts, c.req.valid('param').id) }, 200),
  )
  .openapi(
    createRoute({
      method: 'delete',
      path: '/api/admin/users/{id}/sessions',
      tags,
      summary: 'End all sessions of an account',
      middleware,
      request: { params: idParams },
      responses: { 204: noContent, ...refusals('not-found') },
    }),
    async (c) => {
      await endAllSessions(c.env.auth.accounts, c.req.valid('param').id, c.var.staff);
      return c.body(null, 204);
    },
  )
  .openapi(
    createRoute({
      method: 'delete',
      path: '/api/admin/users/{id}/sessions/{sessionId}',
      tags,
      summary: 'End one session of an account',
      middleware,
      request: { params: z.object({ id: idSchema, sessionId: idSchema }) },
      responses: { 204: noContent, ...refusals('not-found') },
    }),
    async (c) => {
      const { id, sessionId } = c.req.valid('param');
      await endSession(c.env.auth.accounts, { userId: id, sessionId }, c.var.staff);
      return c.body(null, 204);
    },
  );
