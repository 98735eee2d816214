/** The `Idempotency-Key` header: a client can repeat a request without creating a second row. */
import { z } from 'zod';

export const idempotencyKeyHeader = z.object({
  'Idempotency-Key': z
    .string()
    .regex(/^[\x20-\x7e]{8,128}$/, 'Idempotency-Key takes 8 to 128 printable ASCII characters.')
    .optional()
    .meta({
      description:
        'Chosen by the client, one per created row. Repeating a request with the same key and the same body ' +
        'creates nothing and returns the existing row; with another body it gets 422 `key-reused`.',
    }),
});

export const idempotencyKeyOf = (headers: z.infer<typeof idempotencyKeyHeader>): string | undefined =>
  headers['Idempotency-Key'];
