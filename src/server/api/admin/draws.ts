/** Draws for staff, including drafts. */
import { createRoute, OpenAPIHono } from '@hono/zod-openapi';
import {
  adminDrawFiltersSchema,
  adminDrawPageSchema,
  adminDrawQuerySchema,
  adminDrawSchema,
  draftsCreatedSchema,
  drawPatchSchema,
  dueDraftsQuerySchema,
  dueDraftsSchema,
  newDrawSchema,
} from '../../../contract/draws.ts';
import { ADMIN_CSV_HEADER, adminCsvFileName, adminCsvLine } from '../../../core/csv.ts';
import { istDateOf } from '../../../core/ist-time.ts';
import { requireStaff } from '../../auth/guards.ts';
import { approveDrawProposal, rejectDrawProposal } from '../../services/draws/approve-draw.ts';
import { createMissingDrafts } from '../../services/draws/create-drafts.ts';
import { createDraw, deleteDraw, editDraw } from '../../services/draws/draws.ts';
import { findDraftsDueWith } from '../../services/draws/due-drafts.ts';
import { holdDraft, publishDraw, releaseDraft, unpublishDraw } from '../../services/draws/publish-draw.ts';
import { findDraw, listDraws, streamDraws } from '../../services/staff-reads.ts';
import type { ApiEnv } from '../api-env.ts';
import { csvResponse, toCsvDraw } from '../csv-response.ts';
import { csv, idParams, json, jsonBody, noContent, refusals } from '../route-parts.ts';
import { etagHeader, ifMatchHeader, rowTarget } from './row-versions.ts';

const tags = ['Admin: draws'];
const middleware = requireStaff();

export const adminDrawRoutes = new OpenAPIHono<ApiEnv>()
  .openapi(
    createRoute({
      method: 'get',
      path: '/api/admin/draws',
      tags,
      summary: 'All draws, drafts included, newest first',
      middleware,
      request: { query: adminDrawQuerySchema },
      responses: { 200: json(adminDrawPageSchema, 'One page of draws.'), ...refusals('invalid') },
    }),
    async (c) => c.json(await listDraws(c.env.services.database.db, c.req.valid('query')), 200),
  )
  .openapi(
    createRoute({
      method: 'get',
      path: '/api/admin/draws.csv',
      tags,
      summary: 'All draws as a CSV file with their status, newest first',
      middleware,
      request: { query: adminDrawFiltersSchema },
      responses: { 200: csv('All draws that match.'), ...refusals('invalid') },
    }),
    (c) => {
      const { database, clock } = c.env.services;
      return csvResponse(c.req.raw, {
        fileName: adminCsvFileName(istDateOf(clock.now())),
        header: ADMIN_CSV_HEADER,
        pages: streamDraws(database.db, c.req.valid('query')),
        line: (draw) => adminCsvLine({ ...toCsvDraw(draw), published: draw.published }),
      });
    },
  )
  .openapi(
    createRoute({
      method: 'post',
      path: '/api/admin/draws',
      tags,
      summary: 'Enter a draw, as a draft or published at once',
      description: 'While approval is on, it is a draft with a proposal: somebody else must approve it.',
      middleware,
      request: { body: jsonBody(newDrawSchema) },
      responses: {
        201: json(adminDrawSchema, 'The draw.'),
        ...refusals('draw-exists', 'draw-number-taken', 'needs-approval', 'invalid'),
      },
    }),
    async (c) => {
      const draw = await createDraw(c.env.services, c.req.valid('json'), c.var.staff);
      return c.json(draw, 201, etagHeader(draw));
    },
  )
  .openapi(
    createRoute({
      method: 'post',
      path: '/api/admin/drafts',
      tags,
      summary: "Create drafts for today's missing slots",
      middleware,
      responses: { 200: json(draftsCreatedSchema, 'The number of drafts created.') },
    }),
    async (c) => {
      const { services } = c.env;
      const drafts = await createMissingDrafts(services, istDateOf(services.clock.now()), c.var.staff);
      return c.json({ created: drafts.length }, 200);
    },
  )
  .openapi(
    createRoute({
      method: 'get',
      path: '/api/admin/drafts/due',
      tags,
      summary: 'The drafts that automation would publish at once with other settings, the first one first',
      description:
        'Settings that are not sent keep their value. Drafts that the current settings publish are not in the list.',
      middleware,
      request: { query: dueDraftsQuerySchema },
      responses: { 200: json(dueDraftsSchema, 'The drafts.'), ...refusals('invalid') },
    }),
    async (c) => c.json({ items: await findDraftsDueWith(c.env.services, c.req.valid('query')) }, 200),
  )
  .openapi(
    createRoute({
      method: 'get',
      path: '/api/admin/draws/{id}',
      tags,
      summary: 'One draw',
      middleware,
      request: { params: idParams },
      responses: { 200: json(adminDrawSchema, 'The draw.'), ...refusals('not-found') },
    }),
    async (c) => {
      const draw = await findDraw(c.env.services.database.db, c.req.valid('param').id);
      return c.json(draw, 200, etagHeader(draw));
    },
  )
  .openapi(
    createRoute({
      method: 'patch',
      path: '/api/admin/draws/{id}',
      tags,
      summary: 'Change a draw; new digits of a published one are a correction',
      description:
        'While approval is on, the draw keeps its result and another one waits as a proposal. Asking for the result that the draw has removes the proposal.',
      middleware,
      request: { params: idParams, headers: ifMatchHeader, body: jsonBody(drawPatchSchema) },
      responses: {
        200: json(adminDrawSchema, 'The draw as it is now.'),
        ...refusals('not-found', 'draw-exists', 'draw-number-taken', 'needs-approval', 'stale', 'invalid'),
      },
    }),
    async (c) => {
      const target = rowTarget(c.req.valid('param'), c.req.valid('header'));
      const draw = await editDraw(c.env.services, { ...target, patch: c.req.valid('json') }, c.var.staff);
      return c.json(draw, 200, etagHeader(draw));
    },
  )
  .openapi(
    createRoute({
      method: 'delete',
      path: '/api/admin/draws/{id}',
      tags,
      summary: 'Delete a draw',
      middleware,
      request: { params: idParams, headers: ifMatchHeader },
      responses: { 204: noContent, ...refusals('not-found', 'stale') },
    }),
    async (c) => {
      await deleteDraw(c.env.services, rowTarget(c.req.valid('param'), c.req.valid('header')), c.var.staff);
      return c.body(null, 204);
    },
  );

const ACTIONS = [
  {
    name: 'publish',
    run: publishDraw,
    summary: 'Publish a draw',
    returns: 'The published draw.',
    refused: ['not-found', 'needs-approval', 'stale'],
  },
  {
    name: 'unpublish',
    run: unpublishDraw,
    summary: 'Unpublish a result and put the draw on hold',
    returns: 'The draw, now a draft.',
    refused: ['not-found', 'stale'],
  },
  {
    name: 'hold',
    run: holdDraft,
    summary: 'Hold a draft: automation does not publish it',
    returns: 'The draft, on hold.',
    refused: ['not-found', 'draw-published', 'stale'],
  },
  {
    name: 'release',
    run: releaseDraft,
    summary: 'Release a draft: automation publishes it when it is due, at once if it is',
    returns: 'The draft, as it was released; a due one is published after this response.',
    refused: ['not-found', 'draw-published', 'stale'],
  },
  {
    name: 'approve',
    run: approveDrawProposal,
    summary: 'Approve the proposal of somebody else',
    returns: 'The draw with the proposed result; a due draft is published after this response.',
    refused: ['own-proposal', 'not-found', 'no-proposal', 'draw-exists', 'draw-number-taken', 'stale'],
  },
  {
    name: 'reject',
    run: rejectDrawProposal,
    summary: 'Reject a proposal, or take back one’s own',
    returns: 'The draw as it was before the proposal.',
    refused: ['not-found', 'no-proposal', 'stale'],
  },
] as const;

for (const { name, run, summary, returns, refused } of ACTIONS) {
  adminDrawRoutes.openapi(
    createRoute({
      method: 'post',
      path: `/api/admin/draws/{id}/${name}`,
      tags,
      summary,
      middleware,
      request: { params: idParams, headers: ifMatchHeader },
      responses: { 200: json(adminDrawSchema, returns), ...refusals(...refused) },
    }),
    async (c) => {
      const target = rowTarget(c.req.valid('param'), c.req.valid('header'));
      const draw = await run(c.env.services, target, c.var.staff);
      return c.json(draw, 200, etagHeader(draw));
    },
  );
}
