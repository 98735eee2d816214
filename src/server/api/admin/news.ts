/** News for staff. */
import { createRoute, OpenAPIHono } from '@hono/zod-openapi';
import {
  adminNewsArticleSchema,
  adminNewsPageSchema,
  adminNewsQuerySchema,
  articlePatchSchema,
  articlePreviewRequestSchema,
  articlePreviewSchema,
  newArticleSchema,
} from '../../../contract/news.ts';
import { requireStaff } from '../../auth/guards.ts';
import { createArticle, deleteArticle, editArticle, previewArticle } from '../../services/content/news.ts';
import { findArticle, listArticles } from '../../services/staff-reads.ts';
import type { ApiEnv } from '../api-env.ts';
import { idempotencyKeyHeader, idempotencyKeyOf } from '../idempotency-key.ts';
import { idParams, json, jsonBody, noContent, refusals } from '../route-parts.ts';
import { etagHeader, ifMatchHeader, rowTarget } from './row-versions.ts';

const tags = ['Admin: news'];
const middleware = requireStaff();

export const adminNewsRoutes = new OpenAPIHono<ApiEnv>()
  .openapi(
    createRoute({
      method: 'get',
      path: '/api/admin/news',
      tags,
      summary: 'Articles with drafts and scheduled ones, newest first',
      middleware,
      request: { query: adminNewsQuerySchema },
      responses: { 200: json(adminNewsPageSchema, 'One page of articles.'), ...refusals('invalid') },
    }),
    async (c) => c.json(await listArticles(c.env.services.database.db, c.req.valid('query')), 200),
  )
  .openapi(
    createRoute({
      method: 'post',
      path: '/api/admin/news',
      tags,
      summary: 'Add an article: published at once, scheduled, or as a draft',
      middleware,
      request: { headers: idempotencyKeyHeader, body: jsonBody(newArticleSchema) },
      responses: { 201: json(adminNewsArticleSchema, 'The article.'), ...refusals('key-reused', 'invalid') },
    }),
    async (c) => {
      const key = idempotencyKeyOf(c.req.valid('header'));
      const article = await createArticle(c.env.services, c.req.valid('json'), c.var.staff, key);
      return c.json(article, 201, etagHeader(article));
    },
  )
  .openapi(
    createRoute({
      method: 'post',
      path: '/api/admin/news/preview',
      tags,
      summary: 'Show a body as visitors would see it; nothing is stored',
      middleware,
      request: { body: jsonBody(articlePreviewRequestSchema) },
      responses: { 200: json(articlePreviewSchema, 'The body as sanitised HTML.'), ...refusals('invalid') },
    }),
    (c) => c.json(previewArticle(c.req.valid('json').body), 200),
  )
  .openapi(
    createRoute({
      method: 'get',
      path: '/api/admin/news/{id}',
      tags,
      summary: 'One article',
      middleware,
      request: { params: idParams },
      responses: { 200: json(adminNewsArticleSchema, 'The article.'), ...refusals('not-found') },
    }),
    async (c) => {
      const article = await findArticle(c.env.services.database.db, c.req.valid('param').id);
      return c.json(article, 200, etagHeader(article));
    },
  )
  .openapi(
    createRoute({
      method: 'patch',
      path: '/api/admin/news/{id}',
      tags,
      summary: 'Change an article',
      middleware,
      request: { params: idParams, headers: ifMatchHeader, body: jsonBody(articlePatchSchema) },
      responses: {
        200: json(adminNewsArticleSchema, 'The article as it is now.'),
        ...refusals('not-found', 'stale', 'invalid'),
      },
    }),
    async (c) => {
      const target = rowTarget(c.req.valid('param'), c.req.valid('header'));
      const article = await editArticle(
        c.env.services,
        { ...target, patch: c.req.valid('json') },
        c.var.staff,
      );
      return c.json(article, 200, etagHeader(article));
    },
  )
  .openapi(
    createRoute({
      method: 'delete',
      path: '/api/admin/news/{id}',
      tags,
      summary: 'Delete an article',
      middleware,
      request: { params: idParams, headers: ifMatchHeader },
      responses: { 204: noContent, ...refusals('not-found', 'stale') },
    }),
    async (c) => {
      await deleteArticle(
        c.env.services,
        rowTarget(c.req.valid('param'), c.req.valid('header')),
        c.var.staff,
      );
      return c.body(null, 204);
    },
  );
