/** The signed-in account. */
import { createRoute, OpenAPIHono } from '@hono/zod-openapi';
import { meSchema } from '../../../contract/users.ts';
import { requireStaff } from '../../auth/guards.ts';
import type { ApiEnv } from '../api-env.ts';
import { json } from '../route-parts.ts';

export const meRoutes = new OpenAPIHono<ApiEnv>().openapi(
  createRoute({
    method: 'get',
    path: '/api/admin/me',
    tags: ['Accounts'],
    summary: 'Who is signed in',
    middleware: requireStaff(),
    responses: { 200: json(meSchema, 'The account of this session.') },
  }),
  (c) => {
    const { id, email, name, role, twoFactorEnabled } = c.var.staff;
    return c.json({ id, email, name, role, twoFactorEnabled }, 200);
  },
);
