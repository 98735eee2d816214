/** The health and readiness responses. */
import { z } from 'zod';
import { instantSchema } from './values.ts';

export const databaseKindSchema = z.enum(['sqlite', 'postgres']);
export type DatabaseKind = z.infer<typeof databaseKindSchema>;

export const healthSchema = z
  .object({
    status: z.literal('ok'),
    version: z.string(),
    time: instantSchema,
    database: databaseKindSchema,
  })
  .meta({ id: 'Health' });

export const readySchema = z.object({ status: z.literal('ready') }).meta({ id: 'Ready' });
