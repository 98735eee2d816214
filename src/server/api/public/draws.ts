/** Published results: as pages, by draw number, and as a CSV file. */
import { createRoute, OpenAPIHono } from '@hono/zod-openapi';
import { z } from 'zod';
import { checkedSchema, checkQuerySchema } from '../../../contract/check-number.ts';
import { drawFiltersSchema, drawPageSchema, drawQuerySchema, drawSchema } from '../../../contract/draws.ts';
import { storedDrawNumberSchema } from '../../../contract/values.ts';
import { publicCsvFileName } from '../../../core/csv.ts';
import { istDateOf } from '../../../core/ist-time.ts';
import { AppError } from '../../errors.ts';
import { chooseEncoding } from '../../http/encoding.ts';
import { visitorOf } from '../../http/handler.ts';
import { matchesTag } from '../../http/response-cache.ts';
import { checkNumber } from '../../services/draws/check-number.ts';
import { findPublishedDraw } from '../../storage/public-reads.ts';
import type { ApiEnv } from '../api-env.ts';
import { cacheFor } from '../cache-and-cors.ts';
import { csvHeaders } from '../csv-response.ts';
import { csv, json, refusals } from '../route-parts.ts';

export const drawRoutes = new OpenAPIHono<ApiEnv>()
  .openapi(
    createRoute({
      method: 'get',
      path: '/api/draws',
      tags: ['Results'],
      summary: 'Published results, newest first',
      middleware: cacheFor(5),
      request: { query: drawQuerySchema },
      responses: { 200: json(drawPageSchema, 'One page of results.'), ...refusals('invalid') },
    }),
    async (c) => c.json(await c.env.results.page(c.req.valid('query')), 200),
  )
  .openapi(
    createRoute({
      method: 'get',
      path: '/api/check',
      tags: ['Results'],
      summary: 'The results for a draw number, for the last digits of a result, or for a date',
      middleware: cacheFor(5),
      request: { query: checkQuerySchema },
      responses: { 200: json(checkedSchema, 'What was found.'), ...refusals('invalid') },
    }),
    async (c) => c.json(await checkNumber(c.env, c.req.valid('query').text), 200),
  )
  .openapi(
    createRoute({
      method: 'get',
      path: '/api/draws.csv',
      tags: ['Results'],
      summary: 'Published results as a CSV file, newest first',
      middleware: cacheFor(5),
      request: { query: drawFiltersSchema },
      responses: { 200: csv('All results that match.'), ...refusals('invalid', 'busy') },
    }),
    async (c) => {
      const { csvExports, services } = c.env;
      const { tag, fileIn } = await csvExports.open(c.req.valid('query'));
      const headers = { ETag: tag, Vary: 'Accept-Encoding' };
      if (matchesTag(c.req.header('If-None-Match') ?? null, tag)) {
        return new Response(null, { status: 304, headers });
      }
      const encoding = chooseEncoding(c.req.header('Accept-Encoding') ?? null);
      const fileName = publicCsvFileName(istDateOf(services.clock.now()));
      const file = c.req.method === 'HEAD' ? null : Bun.file(await fileIn(encoding, visitorOf(c.env)));
      return new Response(file, {
        headers: {
          ...headers,
          ...csvHeaders(fileName),
          ...(encoding !== 'identity' && { 'Content-Encoding': encoding }),
        },
      });
    },
  )
  .openapi(
    createRoute({
      method: 'get',
      path: '/api/draws/{drawNo}',
      tags: ['Results'],
      summary: 'One published result',
      middleware: cacheFor(5),
      request: { params: z.object({ drawNo: storedDrawNumberSchema }) },
      responses: { 200: json(drawSchema, 'The result.'), ...refusals('not-found') },
    }),
    async (c) => {
      const draw = await findPublishedDraw(c.env.services.database.db, c.req.valid('param').drawNo);
      if (!draw) throw new AppError('not-found', { detail: 'There is no published draw with this number.' });
      return c.json(draw, 200);
    },
  );
