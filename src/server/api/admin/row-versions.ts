/** Row versions: sent as `ETag`, and compared with `If-Match` before a change. */
import { z } from 'zod';
import type { RowTarget } from '../../services/expectations.ts';

export const ifMatchHeader = z.object({
  'If-Match': z
    .string()
    .max(200)
    .optional()
    .meta({ description: "The row's `ETag`: if it was changed since, nothing is written (412)." }),
});

/** A proxy that compresses makes the tag weak; the version is the same. */
export const expectedEtag = (headers: z.infer<typeof ifMatchHeader>): string | undefined =>
  headers['If-Match']?.replace(/^W\//, '');

export const rowTarget = ({ id }: { id: string }, headers: z.infer<typeof ifMatchHeader>): RowTarget => ({
  id,
  expectedEtag: expectedEtag(headers),
});

export const etagHeader = (row: { etag: string }): { ETag: string } => ({ ETag: row.etag });
