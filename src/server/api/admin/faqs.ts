/** Frequently asked questions for staff: writing and ordering them. */
import { createRoute, OpenAPIHono } from '@hono/zod-openapi';
import {
  adminFaqPageSchema,
  adminFaqSchema,
  faqMoveSchema,
  faqPatchSchema,
  faqPlaceSchema,
  newFaqSchema,
} from '../../../contract/faqs.ts';
import { searchQuerySchema } from '../../../contract/paging.ts';
import { requireStaff } from '../../auth/guards.ts';
import { createFaq, deleteFaq, editFaq, moveFaq, placeFaq } from '../../services/content/faqs.ts';
import { findFaq, searchFaqs } from '../../services/staff-reads.ts';
import type { ApiEnv } from '../api-env.ts';
import { idempotencyKeyHeader, idempotencyKeyOf } from '../idempotency-key.ts';
import { idParams, json, jsonBody, noContent, refusals } from '../route-parts.ts';
import { etagHeader, ifMatchHeader, rowTarget } from './row-versions.ts';

const tags = ['Admin: FAQs'];
const middleware = requireStaff();

export const adminFaqRoutes = new OpenAPIHono<ApiEnv>()
  .openapi(
    createRoute({
      method: 'get',
      path: '/api/admin/faqs',
      tags,
      summary: 'Questions with their answers, in their order',
      middleware,
      request: { query: searchQuerySchema },
      responses: { 200: json(adminFaqPageSchema, 'One page of questions.'), ...refusals('invalid') },
    }),
    async (c) => c.json(await searchFaqs(c.env.services.database.db, c.req.valid('query')), 200),
  )
  .openapi(
    createRoute({
      method: 'post',
      path: '/api/admin/faqs',
      tags,
      summary: 'Add a question with its answer',
      middleware,
      request: { headers: idempotencyKeyHeader, body: jsonBody(newFaqSchema) },
      responses: { 201: json(adminFaqSchema, 'The question.'), ...refusals('key-reused', 'invalid') },
    }),
    async (c) => {
      const key = idempotencyKeyOf(c.req.valid('header'));
      const faq = await createFaq(c.env.services, c.req.valid('json'), c.var.staff, key);
      return c.json(faq, 201, etagHeader(faq));
    },
  )
  .openapi(
    createRoute({
      method: 'get',
      path: '/api/admin/faqs/{id}',
      tags,
      summary: 'One question',
      middleware,
      request: { params: idParams },
      responses: { 200: json(adminFaqSchema, 'The question.'), ...refusals('not-found') },
    }),
    async (c) => {
      const faq = await findFaq(c.env.services.database.db, c.req.valid('param').id);
      return c.json(faq, 200, etagHeader(faq));
    },
  )
  .openapi(
    createRoute({
      method: 'patch',
      path: '/api/admin/faqs/{id}',
      tags,
      summary: 'Change a question',
      middleware,
      request: { params: idParams, headers: ifMatchHeader, body: jsonBody(faqPatchSchema) },
      responses: {
        200: json(adminFaqSchema, 'The question as it is now.'),
        ...refusals('not-found', 'stale', 'invalid'),
      },
    }),
    async (c) => {
      const target = rowTarget(c.req.valid('param'), c.req.valid('header'));
      const faq = await editFaq(c.env.services, { ...target, patch: c.req.valid('json') }, c.var.staff);
      return c.json(faq, 200, etagHeader(faq));
    },
  )
  .openapi(
    createRoute({
      method: 'post',
      path: '/api/admin/faqs/{id}/move',
      tags,
      summary: 'Swap a question with its neighbour',
      middleware,
      request: { params: idParams, headers: ifMatchHeader, body: jsonBody(faqMoveSchema) },
      responses: {
        200: json(adminFaqSchema, 'The question in its new position.'),
        ...refusals('not-found', 'stale', 'invalid'),
      },
    }),
    async (c) => {
      const target = rowTarget(c.req.valid('param'), c.req.valid('header'));
      const faq = await moveFaq(c.env.services, { ...target, ...c.req.valid('json') }, c.var.staff);
      return c.json(faq, 200, etagHeader(faq));
    },
  )
  .openapi(
    createRoute({
      method: 'put',
      path: '/api/admin/faqs/{id}/place',
      tags,
      summary: 'Move a question to another position',
      middleware,
      request: { params: idParams, headers: ifMatchHeader, body: jsonBody(faqPlaceSchema) },
      responses: {
        200: json(adminFaqSchema, 'The question in its new position.'),
        ...refusals('not-found', 'stale', 'invalid'),
      },
    }),
    async (c) => {
      const target = rowTarget(c.req.valid('param'), c.req.valid('header'));
      const faq = await placeFaq(c.env.services, { ...target, ...c.req.valid('json') }, c.var.staff);
      return c.json(faq, 200, etagHeader(faq));
    },
  )
  .openapi(
    createRoute({
      method: 'delete',
      path: '/api/admin/faqs/{id}',
      tags,
      summary: 'Delete a question',
      middleware,
      request: { params: idParams, headers: ifMatchHeader },
      responses: { 204: noContent, ...refusals('not-found', 'stale') },
    }),
    async (c) => {
      await deleteFaq(c.env.services, rowTarget(c.req.valid('param'), c.req.valid('header')), c.var.staff);
      return c.body(null, 204);
    },
  );
