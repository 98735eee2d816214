/** Counts and violations of a run of the nodes. */
import { Violations } from '../scenario.ts';

type Count = 'leaked' | 'lost' | 'doubled' | 'early' | 'serverErrors' | 'unavailable';

export class NodesTally {
  /** The number of the current unit. */
  unit = 0;
  readonly counts: Record<Count, number> = {
    leaked: 0,
    lost: 0,
    doubled: 0,
    early: 0,
    serverErrors: 0,
    unavailable: 0,
  };
  readonly lateness: number[] = [];
  readonly violations = new Violations();
  readonly #faults = new Map<string, number>();

  /** Counts a broken rule. */
  count(what: Count, text: string): void {
    this.counts[what] += 1;
    this.violate(text);
  }

  violate(text: string): void {
    this.violations.add(`Unit ${this.unit}: ${text}`);
  }

  addFault(name: string): void {
    this.#faults.set(name, this.countFaults(name) + 1);
  }

  countFaults(name: string): number {
    return this.#faults.get(name) ?? 0;
  }

  describeFaults(): string {
    return [...this.#faults].map(([name, count]) => `${name} ${count}`).join(', ');
  }
}
