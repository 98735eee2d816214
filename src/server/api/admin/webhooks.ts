/** Webhooks, for Admins: addresses that are notified of results, and what was sent to them. */
import { createRoute, OpenAPIHono } from '@hono/zod-openapi';
import { z } from 'zod';
import { pagingQuerySchema } from '../../../contract/paging.ts';
import { idSchema } from '../../../contract/values.ts';
import {
  attemptSchema,
  createdWebhookSchema,
  newWebhookSchema,
  webhookDeliveryPageSchema,
  webhookPageSchema,
  webhookPatchSchema,
  webhookSchema,
} from '../../../contract/webhooks.ts';
import { SECOND } from '../../../core/ist-time.ts';
import { requireStaff } from '../../auth/guards.ts';
import { claimRedelivery, claimTest } from '../../services/webhooks/attempts-on-demand.ts';
import {
  createWebhook,
  deleteWebhook,
  editWebhook,
  findWebhook,
  listWebhooks,
  readDeliveries,
} from '../../services/webhooks/webhooks.ts';
import type { ApiEnv } from '../api-env.ts';
import { idempotencyKeyHeader, idempotencyKeyOf } from '../idempotency-key.ts';
import { idParams, json, jsonBody, noContent, refusals } from '../route-parts.ts';
import { etagHeader, ifMatchHeader, rowTarget } from './row-versions.ts';

const tags = ['Admin: webhooks'];
const middleware = requireStaff('admin');

/** Less than a page waits for a response. */
const PATIENCE = 8 * SECOND;

export const adminWebhookRoutes = new OpenAPIHono<ApiEnv>()
  .openapi(
    createRoute({
      method: 'get',
      path: '/api/admin/webhooks',
      tags,
      summary: 'Webhooks with their last delivery, the oldest first; all of them are one page',
      middleware,
      // Accepted as by every list; there are at most 50 webhooks, which are one page.
      request: { query: pagingQuerySchema },
      responses: { 200: json(webhookPageSchema, 'The webhooks.'), ...refusals('invalid') },
    }),
    async (c) => c.json(await listWebhooks(c.env.services), 200),
  )
  .openapi(
    createRoute({
      method: 'post',
      path: '/api/admin/webhooks',
      tags,
      summary: 'Create a webhook; only this response contains its secret',
      middleware,
      request: { headers: idempotencyKeyHeader, body: jsonBody(newWebhookSchema) },
      responses: {
        201: json(createdWebhookSchema, 'The webhook with its secret.'),
        ...refusals('too-many-webhooks', 'key-reused', 'invalid'),
      },
    }),
    async (c) => {
      const { services, receiverProblem } = c.env;
      const created = await createWebhook(services, c.req.valid('json'), {
        actor: c.var.staff,
        receiverProblem,
        idempotencyKey: idempotencyKeyOf(c.req.valid('header')),
      });
      return c.json(created, 201, etagHeader(created));
    },
  )
  .openapi(
    createRoute({
      method: 'get',
      path: '/api/admin/webhooks/{id}',
      tags,
      summary: 'One webhook',
      middleware,
      request: { params: idParams },
      responses: { 200: json(webhookSchema, 'The webhook.'), ...refusals('not-found') },
    }),
    async (c) => {
      const webhook = await findWebhook(c.env.services, c.req.valid('param').id);
      return c.json(webhook, 200, etagHeader(webhook));
    },
  )
  .openapi(
    createRoute({
      method: 'patch',
      path: '/api/admin/webhooks/{id}',
      tags,
      summary: 'Change the address or the events of a webhook, disable or enable it',
      middleware,
      request: { params: idParams, headers: ifMatchHeader, body: jsonBody(webhookPatchSchema) },
      responses: {
        200: json(webhookSchema, 'The webhook as it is now.'),
        ...refusals('not-found', 'stale', 'invalid'),
      },
    }),
    async (c) => {
      const { services, receiverProblem } = c.env;
      const target = rowTarget(c.req.valid('param'), c.req.valid('header'));
      const webhook = await editWebhook(
        services,
        { ...target, patch: c.req.valid('json') },
        { actor: c.var.staff, receiverProblem },
      );
      return c.json(webhook, 200, etagHeader(webhook));
    },
  )
  .openapi(
    createRoute({
      method: 'delete',
      path: '/api/admin/webhooks/{id}',
      tags,
      summary: 'Delete a webhook with its deliveries',
      middleware,
      request: { params: idParams, headers: ifMatchHeader },
      responses: { 204: noContent, ...refusals('not-found', 'stale') },
    }),
    async (c) => {
      const target = rowTarget(c.req.valid('param'), c.req.valid('header'));
      await deleteWebhook(c.env.services, target, c.var.staff);
      return c.body(null, 204);
    },
  )
  .openapi(
    createRoute({
      method: 'post',
      path: '/api/admin/webhooks/{id}/test',
      tags,
      summary:
        'Send a signed message of the type `webhook.test` with the newest result, also to a disabled webhook',
      middleware,
      request: { params: idParams },
      responses: {
        200: json(attemptSchema, 'What happened.'),
        ...refusals('not-found', 'delivery-running', 'too-many'),
      },
    }),
    async (c) => {
      const { services, webhooks } = c.env;
      const { id } = c.req.valid('param');
      const claimed = await claimTest(services, id, c.var.staff);
      return c.json({ delivery: await webhooks.sendNow(claimed, PATIENCE) }, 200);
    },
  )
  .openapi(
    createRoute({
      method: 'get',
      path: '/api/admin/webhooks/{id}/deliveries',
      tags,
      summary: 'What was sent to a webhook in the last 30 days, newest first',
      middleware,
      request: { params: idParams, query: pagingQuerySchema },
      responses: {
        200: json(webhookDeliveryPageSchema, 'One page of deliveries.'),
        ...refusals('not-found', 'invalid'),
      },
    }),
    async (c) =>
      c.json(await readDeliveries(c.env.services, c.req.valid('param').id, c.req.valid('query')), 200),
  )
  .openapi(
    createRoute({
      method: 'post',
      path: '/api/admin/webhooks/{id}/deliveries/{deliveryId}/redeliver',
      tags,
      summary: 'Send a message again: the same `webhook-id` and body with a new signature',
      middleware,
      request: { params: z.object({ id: idSchema, deliveryId: idSchema }) },
      responses: {
        200: json(attemptSchema, 'What happened.'),
        ...refusals('not-found', 'delivery-running', 'too-many'),
      },
    }),
    async (c) => {
      const { services, webhooks } = c.env;
      const { id: webhookId, deliveryId } = c.req.valid('param');
      const claimed = await claimRedelivery(services, { webhookId, deliveryId }, c.var.staff);
      return c.json({ delivery: await webhooks.sendNow(claimed, PATIENCE) }, 200);
    },
  );
