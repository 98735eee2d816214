/** Converts between stored values and values of the API. */
import type { Instant } from '../../../core/ist-time.ts';
import type { Flag } from '../tables/column-types.ts';

export const isoOf = (instant: Instant): string => new Date(instant).toISOString();

export const flag = (value: boolean): Flag => (value ? 1 : 0);

/** The version of a row, as a client sends it back in `If-Match`. */
export const etagOf = (version: number): string => `"${version}"`;
