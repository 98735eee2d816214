/** Which backups are kept: the last 24 hourly, 14 daily and 12 monthly ones, by the calendar of IST. */
import { type Instant, istDateOf, istTimeOf, monthOf } from './ist-time.ts';

/** Hours, days and months without a backup do not count: after a long pause nothing is deleted because of its age. */
const RULES: readonly { keep: number; periodOf(at: Instant): string }[] = [
  { keep: 24, periodOf: (at) => `${istDateOf(at)} ${istTimeOf(at).slice(0, 2)}` },
  { keep: 14, periodOf: istDateOf },
  { keep: 12, periodOf: (at) => monthOf(istDateOf(at)) },
];

/** The newest backup of each of the latest periods. */
export function selectKept<Backup extends { at: Instant }>(backups: readonly Backup[]): Backup[] {
  const newestFirst = [...backups].sort((a, b) => b.at - a.at);
  const kept = new Set(
    RULES.flatMap(({ keep, periodOf }) => {
      const newestOf = Map.groupBy(newestFirst, ({ at }) => periodOf(at));
      return [...newestOf.values()].slice(0, keep).flatMap(([newest]) => newest ?? []);
    }),
  );
  return newestFirst.filter((backup) => kept.has(backup));
}
