/** The public log as C2SP `tlog-tiles`, and the proofs of single draws. */
import { createRoute, OpenAPIHono } from '@hono/zod-openapi';
import { z } from 'zod';
import { drawProofSchema, proofQuerySchema } from '../../../contract/public-log.ts';
import { storedDrawNumberSchema } from '../../../contract/values.ts';
import { parseTilePath, TILE_WIDTH } from '../../../core/public-log/tiles.ts';
import { AppError } from '../../errors.ts';
import type { ApiEnv } from '../api-env.ts';
import { cacheFor } from '../cache-and-cors.ts';
import { json, refusals } from '../route-parts.ts';

const tags = ['Public log'];

const TEXT = { 'Content-Type': 'text/plain; charset=utf-8' };
const BYTES = 'application/octet-stream';

const text = (description: string) => ({ description, content: { 'text/plain': { schema: z.string() } } });

export const logRoutes = new OpenAPIHono<ApiEnv>()
  .openapi(
    createRoute({
      method: 'get',
      path: '/log/key',
      tags,
      summary: 'The key that verifies checkpoints',
      description: 'A verifier key as C2SP `signed-note` defines it. Also available in maintenance mode.',
      middleware: cacheFor(5),
      responses: { 200: text('One line.'), ...refusals('starting') },
    }),
    async (c) => c.text(await c.env.logReader.readKey(), 200, TEXT),
  )
  .openapi(
    createRoute({
      method: 'get',
      path: '/log/checkpoint',
      tags,
      summary: 'The signed size and root of the log',
      description:
        'A checkpoint as C2SP `tlog-checkpoint` defines it, at most five seconds old. Also available in maintenance mode.',
      // Our own cache and one in front of it keep it for that long each, and together for less than five seconds.
      middleware: cacheFor(2),
      responses: { 200: text('The signed note.'), ...refusals('starting') },
    }),
    async (c) => c.text(await c.env.logReader.readCheckpoint(), 200, TEXT),
  )
  .openapi(
    createRoute({
      method: 'get',
      path: '/api/proof/{drawNo}',
      tags,
      summary: 'The entries about a published result, with proofs that they are in the log',
      middleware: cacheFor(5),
      request: { params: z.object({ drawNo: storedDrawNumberSchema }), query: proofQuerySchema },
      responses: {
        200: json(drawProofSchema, 'The entries and their proofs.'),
        ...refusals('not-found', 'invalid', 'starting'),
      },
    }),
    async (c) => {
      const { drawNo } = c.req.valid('param');
      const proof = await c.env.logReader.proveDraw(drawNo, c.req.valid('query').from);
      if (!proof) throw new AppError('not-found', { detail: 'There is no published draw with this number.' });
      return c.json(proof, 200);
    },
  );

// A path in OpenAPI cannot say that the last parameter may contain slashes, so Hono gets its own.
logRoutes.openAPIRegistry.registerPath({
  method: 'get',
  path: '/log/tile/{level}/{tile}',
  tags,
  summary: 'Hashes or entries of the log',
  description:
    'A tile as C2SP `tlog-tiles` defines it: full tiles never change. Also available in maintenance mode.',
  request: {
    params: z.object({
      level: z.string().meta({ description: 'The level of the hashes, or `entries`.', examples: ['0'] }),
      tile: z.string().meta({
        description: 'The index in groups of three digits, and the width of a partial tile after `.p/`.',
        examples: ['x001/234', '007.p/56'],
      }),
    }),
  },
  responses: {
    200: {
      description: 'The tile.',
      content: { [BYTES]: { schema: z.string().meta({ format: 'binary' }) } },
    },
    ...refusals('not-found', 'starting'),
  },
});

const IMMUTABLE = 'public, max-age=31536000, s-maxage=31536000, immutable';
/** A partial tile does not change either, but is of use only until it is full. */
const SHORT = 'public, max-age=0, s-maxage=5';

logRoutes.get('/log/tile/:level/:tile{.+}', async (c) => {
  const { level, tile } = c.req.param();
  const address = parseTilePath(level, tile);
  const bytes = address && (await c.env.logReader.readTile(address));
  if (!bytes) throw new AppError('not-found', { detail: 'The log has no such tile.' });
  return c.body(bytes, 200, {
    'Content-Type': BYTES,
    'Cache-Control': address.width === TILE_WIDTH ? IMMUTABLE : SHORT,
  });
});
