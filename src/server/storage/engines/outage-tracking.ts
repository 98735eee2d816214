/** Throws a database outage even when the library that ran the query catches the error. */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { LogEvent } from 'kysely';
import { DatabaseDown } from '../../errors.ts';

const currentWork = new AsyncLocalStorage<{ outage: DatabaseDown | null }>();

/** Must be called in the async context of the query. */
export function noteOutage(error: DatabaseDown): void {
  const work = currentWork.getStore();
  if (work) work.outage = error;
}

/** For the `log` option of Kysely. */
export function noteFailedQuery(event: LogEvent): void {
  if (event.level === 'error' && event.error instanceof DatabaseDown) noteOutage(event.error);
}

/** Throws also when the work returned normally, for example as if the session did not exist. */
export async function rethrowOutages<Result>(work: () => Promise<Result>): Promise<Result> {
  const met: { outage: DatabaseDown | null } = { outage: null };
  try {
    const result = await currentWork.run(met, work);
    if (met.outage) throw met.outage;
    return result;
  } catch (error) {
    throw met.outage ?? error;
  }
}
