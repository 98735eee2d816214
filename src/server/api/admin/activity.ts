/** The activity log. */
import { createRoute, OpenAPIHono } from '@hono/zod-openapi';
import {
  type ActivityEntry,
  activityFiltersSchema,
  activityPageSchema,
  activityQuerySchema,
  activityUsersSchema,
  type Snapshot,
} from '../../../contract/activity.ts';
import { escapeFormula } from '../../../core/csv.ts';
import { istDateOf } from '../../../core/ist-time.ts';
import { withResult } from '../../../core/logged-result.ts';
import { requireStaff } from '../../auth/guards.ts';
import { listActivity, listActivityUsers, streamActivity } from '../../services/staff-reads.ts';
import type { ApiEnv } from '../api-env.ts';
import { csvResponse } from '../csv-response.ts';
import { csv, json, refusals } from '../route-parts.ts';

const tags = ['Admin: activity'];
const middleware = requireStaff();

export const adminActivityRoutes = new OpenAPIHono<ApiEnv>()
  .openapi(
    createRoute({
      method: 'get',
      path: '/api/admin/activity',
      tags,
      summary: 'List activity, newest first',
      middleware,
      request: { query: activityQuerySchema },
      responses: { 200: json(activityPageSchema, 'One page of entries.'), ...refusals('invalid') },
    }),
    async (c) => c.json(await listActivity(c.env.services.database.db, c.req.valid('query')), 200),
  )
  .openapi(
    createRoute({
      method: 'get',
      path: '/api/admin/activity/users',
      tags,
      summary: 'List the names of all users with activity',
      middleware,
      responses: { 200: json(activityUsersSchema, 'The names, each once.') },
    }),
    async (c) => c.json({ items: await listActivityUsers(c.env.services.database.db) }, 200),
  )
  .openapi(
    createRoute({
      method: 'get',
      path: '/api/admin/activity.csv',
      tags,
      summary: 'Export activity as CSV, newest first',
      middleware,
      request: { query: activityFiltersSchema },
      responses: { 200: csv('All entries that match.'), ...refusals('invalid') },
    }),
    (c) => {
      const { database, clock } = c.env.services;
      return csvResponse(c.req.raw, {
        fileName: `activity-${istDateOf(clock.now())}.csv`,
        header: ACTIVITY_CSV_HEADER,
        pages: streamActivity(database.db, c.req.valid('query')),
        line: activityCsvLine,
      });
    },
  );

export const ACTIVITY_CSV_HEADER = 'Time,User,Type,Action,Target,Before,After';

export const activityCsvLine = (entry: ActivityEntry): string =>
  [
    entry.timestamp,
    entry.user,
    entry.type,
    entry.action,
    entry.target,
    snapshotText(entry.before),
    snapshotText(entry.after),
  ]
    .map(quote)
    .join(',');

const snapshotText = (snapshot: Snapshot): string =>
  snapshot === null ? '' : JSON.stringify(withResult(snapshot));

const quote = (field: string): string => `"${escapeFormula(field).replaceAll('"', '""')}"`;
