/** The time of the last change that the public can see in results. */
import type { Draw } from '../../contract/draws.ts';

/** When the newest of these results was published or corrected. A correction does not change `publishedAt`. */
export const lastChangeOf = (draws: readonly Draw[]): string =>
  draws
    .flatMap(({ publishedAt, corrections = [] }) => [publishedAt, ...corrections.map(({ at }) => at)])
    .reduce((latest, next) => (next > latest ? next : latest), '');
