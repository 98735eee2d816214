/** What happened in the run, counted over all sites and connections. */
import { Violations } from '../scenario.ts';
import type { Operation } from './operations.ts';
import type { FuzzRequest } from './request.ts';

export class Tally {
  readonly #violations = new Violations();
  readonly #seen = new Set<string>();
  done = 0;
  mutated = 0;
  leaked = 0;
  serverErrors = 0;
  unavailable = 0;
  /** Windows in which refused writes were sent again and the tables compared. */
  compared = 0;
  /** Requests whose status was compared between the databases. */
  askedOfBoth = 0;
  readonly #byOperation = new Map<string, { successes: number; refusals: number }>();

  count({ operation: { name }, isElsewhere, mutations }: FuzzRequest, status: number): void {
    this.done += 1;
    if (mutations.length > 0) this.mutated += 1;
    if (status === 503) this.unavailable += 1;
    else if (status >= 500) this.serverErrors += 1;
    if (isElsewhere) return;
    const counts = this.#byOperation.get(name) ?? { successes: 0, refusals: 0 };
    if (status >= 200 && status < 300) counts.successes += 1;
    else if (status >= 400) counts.refusals += 1;
    this.#byOperation.set(name, counts);
  }

  /** A rule that an operation breaks again and again is told once, with the first request that showed it. */
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
