/** The messages of the live stream. */
import { z } from 'zod';
import { contactMessageSchema } from './contact.ts';
import { adminDrawSchema, drawSchema } from './draws.ts';
import { adminFaqSchema, faqSchema } from './faqs.ts';
import { adminNewsArticleSchema, newsArticleSchema } from './news.ts';
import { publicSettingsSchema, settingsSchema } from './settings.ts';
import type { Role } from './users.ts';
import { idSchema, instantSchema } from './values.ts';

export const LIVE_TABLES = ['draws', 'news_posts', 'faqs', 'contact_messages', 'settings'] as const;
export type LiveTable = (typeof LIVE_TABLES)[number];

/** Tables whose rows never leave by the stream: a change only tells the panel to fetch them again. */
export const INVALIDATION_TABLES = ['users', 'activity', 'backups', 'webhooks'] as const;
export type InvalidationTable = (typeof INVALIDATION_TABLES)[number];

export type ChangedTable = LiveTable | InvalidationTable;

/** The role that a stream must have to carry changes of a table: the one that may read it over the API. */
export const ROLE_FOR_TABLE: Record<ChangedTable, Role> = {
  draws: 'editor',
  news_posts: 'editor',
  faqs: 'editor',
  contact_messages: 'editor',
  activity: 'editor',
  settings: 'admin',
  users: 'admin',
  backups: 'admin',
  webhooks: 'admin',
};

export const helloSchema = z
  .object({ time: instantSchema, cursor: z.string(), visitors: z.int().min(0) })
  .meta({ id: 'Hello' });
export type Hello = z.infer<typeof helloSchema>;

/** Sent after some time without another message. It has no id, so it does not move the client's cursor. */
export const pingSchema = z.object({ time: instantSchema }).meta({ id: 'Ping' });
export type Ping = z.infer<typeof pingSchema>;

/** There is one row of settings. It has an id so that it can be merged and applied like other rows. */
export const SETTINGS_ROW_ID = 'settings';
const settingsRowId = { id: z.literal(SETTINGS_ROW_ID) };

const upsertOf = <Table extends LiveTable, Row extends z.ZodType>(table: Table, row: Row) =>
  z.object({ table: z.literal(table), type: z.enum(['INSERT', 'UPDATE']), row });

const invalidationSchema = z.object({
  table: z.enum(INVALIDATION_TABLES),
  type: z.enum(['INSERT', 'UPDATE', 'DELETE']),
  row: z.object({ id: idSchema }),
});

const deletionSchema = z.object({
  table: z.enum(LIVE_TABLES),
  type: z.literal('DELETE'),
  row: z.object({ id: idSchema }),
});

export const publicChangeSchema = z
  .union([
    upsertOf('draws', drawSchema),
    upsertOf('news_posts', newsArticleSchema),
    upsertOf('faqs', faqSchema),
    upsertOf('settings', publicSettingsSchema.extend(settingsRowId)),
    deletionSchema,
  ])
  .meta({ id: 'PublicChange' });
export type PublicChange = z.infer<typeof publicChangeSchema>;

export const adminChangeSchema = z
  .union([
    upsertOf('draws', adminDrawSchema),
    upsertOf('news_posts', adminNewsArticleSchema),
    upsertOf('faqs', adminFaqSchema),
    upsertOf('contact_messages', contactMessageSchema),
    upsertOf('settings', settingsSchema.extend(settingsRowId)),
    deletionSchema,
    invalidationSchema,
  ])
  .meta({ id: 'AdminChange' });
export type AdminChange = z.infer<typeof adminChangeSchema>;
