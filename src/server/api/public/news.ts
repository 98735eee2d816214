/** News for everyone. */
import { createRoute, OpenAPIHono } from '@hono/zod-openapi';
import { newsArticleSchema, newsPageSchema } from '../../../contract/news.ts';
import { searchQuerySchema } from '../../../contract/paging.ts';
import { AppError } from '../../errors.ts';
import { findArticle, listNews } from '../../storage/public-reads.ts';
import type { ApiEnv } from '../api-env.ts';
import { cacheFor } from '../cache-and-cors.ts';
import { idParams, json, refusals } from '../route-parts.ts';

export const newsRoutes = new OpenAPIHono<ApiEnv>()
  .openapi(
    createRoute({
      method: 'get',
      path: '/api/news',
      tags: ['News and help'],
      summary: 'Published articles, newest first',
      middleware: cacheFor(5),
      request: { query: searchQuerySchema },
      responses: { 200: json(newsPageSchema, 'One page of articles.'), ...refusals('invalid') },
    }),
    async (c) => c.json(await listNews(c.env.services.database.db, c.req.valid('query')), 200),
  )
  .openapi(
    createRoute({
      method: 'get',
      path: '/api/news/{id}',
      tags: ['News and help'],
      summary: 'One article',
      middleware: cacheFor(5),
      request: { params: idParams },
      responses: { 200: json(newsArticleSchema, 'The article.'), ...refusals('not-found') },
    }),
    async (c) => {
      const article = await findArticle(c.env.services.database.db, c.req.valid('param').id);
      if (!article) throw new AppError('not-found', { detail: 'There is no such article.' });
      return c.json(article, 200);
    },
  );
