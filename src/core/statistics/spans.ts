/** The time spans of the statistics page, in days. */
export const SPANS = ['30', '90', '365', 'all'] as const;

export type Span = (typeof SPANS)[number];
