/** Serves the OpenAPI document and the HTML page made from it. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createRoute, OpenAPIHono } from '@hono/zod-openapi';
import { z } from 'zod';
import { pagePolicy } from '../../http/security-headers.ts';
import type { ApiEnv } from '../api-env.ts';
import { cacheFor } from '../cache-and-cors.ts';
import { json } from '../route-parts.ts';
import { readDocument } from './document.ts';
import { renderDocs } from './page.ts';

const readAsset = (name: string): string => readFileSync(join(import.meta.dir, name), 'utf8');
const style = readAsset('docs.css');
const script = readAsset('try-it.js');

const tags = ['Server'];
/** It changes only with a new version. */
const middleware = cacheFor(300);

export const docsRoutes = new OpenAPIHono<ApiEnv>()
  .openapi(
    createRoute({
      method: 'get',
      path: '/api/openapi.json',
      tags,
      summary: 'This description as an OpenAPI 3.1 document',
      middleware,
      responses: { 200: json(z.object({}).loose(), 'The document.') },
    }),
    async (c) => c.json<object, 200>(await readDocument(), 200),
  )
  .openapi(
    createRoute({
      method: 'get',
      path: '/api/docs',
      tags,
      summary: 'This description as an interactive page',
      middleware,
      responses: { 200: { description: 'The page.', content: { 'text/html': { schema: z.string() } } } },
    }),
    async (c) => {
      const page = await renderDocs(await readDocument());
      return c.html(page, 200, { 'Content-Security-Policy': pagePolicy() });
    },
  );

docsRoutes
  .get('/api/docs/docs.css', middleware, (c) => c.body(style, 200, { 'Content-Type': 'text/css' }))
  .get('/api/docs/try-it.js', middleware, (c) => c.body(script, 200, { 'Content-Type': 'text/javascript' }));
