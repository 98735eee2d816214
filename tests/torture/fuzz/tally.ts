/** Counts of a run over all sites and connections. */
import { Violations } from '../scenario.ts';
import type { Operation } from './operations.ts';
import type { FuzzRequest } from './request.ts';

export class FuzzTally {
  readonly #violations = new Violations();
  readonly #seen = new Set<string>();
  done = 0;
  mutated = 0;
  leaked = 0;
  serverErrors = 0;
  unavailable = 0;
  /** How often refused writes were sent again and the tables compared. */
  compared = 0;
  /** Requests that were sent to both databases to compare the status. */
  sentToBoth = 0;
  readonly #byOperation = new Map<string, { successes: number; refusals: number }>();

  count({ operation: { name }, mayMissOperation, mutations }: FuzzRequest, status: number): void {
    this.done += 1;
    if (mutations.length > 0) this.mutated += 1;
    if (status === 503) this.unavailable += 1;
    else if (status >= 500) this.serverErrors += 1;
    if (mayMissOperation) return;
    const counts = this.#byOperation.get(name) ?? { successes: 0, refusals: 0 };
    if (status >= 200 && status < 300) counts.successes += 1;
    else if (status >= 400) counts.refusals += 1;
    this.#byOperation.set(name, counts);
  }

  /** Reports each rule of an operation once, with the first request that broke it. */
  addViolation(what: string, howToRepeat = ''): void {
    if (this.#seen.has(what)) return;
    this.#seen.add(what);
    this.#violations.add(`${what}${howToRepeat}`);
  }

  listViolations = (): string[] => this.#violations.list();

  hasSucceeded = ({ name }: Operation): boolean => (this.#byOperation.get(name)?.successes ?? 0) > 0;

  totals(): { successes: number; refusals: number } {
    const totals = { successes: 0, refusals: 0 };
    for (const { successes, refusals } of this.#byOperation.values()) {
      totals.successes += successes;
      totals.refusals += refusals;
    }
    return totals;
  }
}
