/** The activity log: append-only, with the state before and after each action. */
import { z } from 'zod';
import { cursorSchema, limitSchema, pageOf, searchSchema } from './paging.ts';
import { dateSchema, idSchema, instantSchema, plainText } from './values.ts';

export const ACTIVITY_TYPES = ['draw', 'news', 'faq', 'contact', 'user', 'settings', 'system'] as const;
const activityTypeSchema = z.enum(ACTIVITY_TYPES, {
  error: `Type must be one of: ${ACTIVITY_TYPES.join(', ')}.`,
});
export type ActivityType = z.infer<typeof activityTypeSchema>;

/** The fields of a row, each a plain value. */
const snapshotSchema = z
  .record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]))
  .nullable();
export type Snapshot = z.infer<typeof snapshotSchema>;

const activityEntrySchema = z
  .object({
    id: idSchema,
    action: z.string(),
    user: z.string(),
    target: z.string(),
    timestamp: instantSchema,
    type: activityTypeSchema,
    before: snapshotSchema,
    after: snapshotSchema,
  })
  .meta({ id: 'ActivityEntry' });
export type ActivityEntry = z.infer<typeof activityEntrySchema>;

export const activityPageSchema = pageOf(activityEntrySchema).meta({ id: 'ActivityPage' });

/** The names of all actors in the log: people and automatic jobs. */
export const activityUsersSchema = z.object({ items: z.array(z.string()) }).meta({ id: 'ActivityUsers' });
export type ActivityUsers = z.infer<typeof activityUsersSchema>;

export const activityFiltersSchema = z.object({
  q: searchSchema.meta({
    description: 'Part of the action, the target, the user, or a value before or after.',
  }),
  type: activityTypeSchema.optional(),
  user: plainText('User', 254).optional(),
  from: dateSchema.optional(),
  to: dateSchema.optional(),
});
export type ActivityFilters = z.infer<typeof activityFiltersSchema>;

export const activityQuerySchema = activityFiltersSchema.extend({ limit: limitSchema, cursor: cursorSchema });
