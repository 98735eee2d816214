/** The `Idempotency-Key` header: a client can repeat a request without creating a second row. */
import { z } from 'zod';

export const idempotencyKeyHeader = z.object({
  'Idempotency-Key': z
    .string()
    .regex(/^[\x20-\x7e]{8,128}$/, 'Idempotency-Key takes 8 to 128 printable ASCII characters.')
    .optional()
    .meta({
      description:
        'Made by the caller, once for what is created. Sent again with the same key, for example after an answer ' +
        'that was lost, the call creates nothing and returns what the first one created, as it is now.',
    }),
});

export const idempotencyKeyOf = (headers: z.infer<typeof idempotencyKeyHeader>): string | undefined =>
  headers['Idempotency-Key'];
