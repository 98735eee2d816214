/** The names of logs: a log that continues another one has its number at the end. */
import type { EntryOf } from './entries.ts';
import type { ReplayContext } from './replay-state.ts';

export interface LogOrigin {
  base: string;
  /** 1 for a log that continues none. */
  number: number;
}

/** Null for a text that no log may have as its origin. */
export function parseOrigin(origin: string): LogOrigin | null {
  const [, base, number] = /^([^\s+]+\/log)(?:\/([1-9]\d{0,8}))?$/.exec(origin) ?? [];
  if (base === undefined || number === '1') return null;
  return { base, number: Number(number ?? 1) };
}

/** Whether a log of this origin continues another one. */
export const isContinued = (origin: string): boolean => (parseOrigin(origin)?.number ?? 1) > 1;

/** Whether a log of this origin may come after one of the other. */
export function continues(origin: string, former: string): boolean {
  const [later, earlier] = [parseOrigin(origin), parseOrigin(former)];
  return later !== null && earlier !== null && later.base === earlier.base && earlier.number < later.number;
}

export function checkOpen(entry: EntryOf<'open'>, { origin }: ReplayContext): string | null {
  if (entry.origin !== origin) return 'its origin is not that of the checkpoint';
  return parseOrigin(origin)?.number === 1 ? null : 'the origin of the checkpoint is that of a continued log';
}

export const checkContinue = (entry: EntryOf<'continue'>, { origin }: ReplayContext): string | null =>
  continues(origin, entry.origin)
    ? null
    : 'the origin of the checkpoint does not continue the origin that it names';
