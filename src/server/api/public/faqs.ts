/** Frequently asked questions for everyone. */
import { createRoute, OpenAPIHono } from '@hono/zod-openapi';
import { faqListSchema } from '../../../contract/faqs.ts';
import { listFaqs } from '../../storage/public-reads.ts';
import type { ApiEnv } from '../api-env.ts';
import { cacheFor } from '../cache-and-cors.ts';
import { json } from '../route-parts.ts';

export const faqRoutes = new OpenAPIHono<ApiEnv>().openapi(
  createRoute({
    method: 'get',
    path: '/api/faqs',
    tags: ['News and help'],
    summary: 'Frequently asked questions with their answers, in their order',
    middleware: cacheFor(5),
    responses: { 200: json(faqListSchema, 'All questions.') },
  }),
  async (c) => c.json({ items: await listFaqs(c.env.services.database.db) }, 200),
);
