/** Throws the database outage that a library's query met, even where the library hides it. */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { LogEvent } from 'kysely';
import { DatabaseDown } from '../../errors.ts';

const underWay = new AsyncLocalStorage<{ outage: DatabaseDown | null }>();

/** To be called where the query was made. */
export function noteOutage(error: DatabaseDown): void {
  const work = underWay.getStore();
  if (work) work.outage = error;
}

/** The same for Kysely's `log`. */
export function noteFailedQuery(event: LogEvent): void {
  if (event.level === 'error' && event.error instanceof DatabaseDown) noteOutage(event.error);
}

/** Throws the outage also where the work answered as if nothing had been: as if there were no such session. */
export async function throwingOutages<Result>(work: () => Promise<Result>): Promise<Result> {
  const met: { outage: DatabaseDown | null } = { outage: null };
  try {
    const result = await underWay.run(met, work);
    if (met.outage) throw met.outage;
    return result;
  } catch (error) {
    throw met.outage ?? error;
  }
}
