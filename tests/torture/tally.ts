/** Counts of the scenarios that send requests. */
import { type Figures, Violations } from './scenario.ts';

export class Tally {
  readonly violations = new Violations();
  done = 0;
  acknowledged = 0;
  lost = 0;
  doubled = 0;
  early = 0;
  /** Whether a published result was compared with its due instant. */
  hasSeenResults = false;
  serverErrors = 0;
  unavailable = 0;

  countStatus(status: number): void {
    if (status === 503) this.unavailable += 1;
    else if (status >= 500) this.serverErrors += 1;
  }

  figures(faults: string): Figures {
    const { violations, done, lost, doubled, serverErrors, unavailable } = this;
    const early = this.hasSeenResults ? this.early : null;
    const counts = { done, lost, doubled, early, serverErrors, unavailable };
    return { ...counts, faults, leaked: null, lateness: [], violations: violations.list() };
  }
}
