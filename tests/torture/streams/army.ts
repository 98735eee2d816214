/** What all parts of a run of the streams share. */
import { Violations } from '../scenario.ts';
import type { HiddenDraws } from './hidden-draws.ts';

export class StreamLedger {
  readonly counts = { leaked: 0, lost: 0, doubled: 0, serverErrors: 0, unavailable: 0 };
  readonly violations = new Violations();
  /** Reconnections so far. */
  done = 0;

  count(what: keyof StreamLedger['counts'], text: string): void {
    this.counts[what] += 1;
    this.violate(text);
  }

  violate(text: string): void {
    this.violations.add(`After ${this.done} reconnections: ${text}`);
  }
}

export interface StreamSite {
  /** The addresses of the nodes. */
  urls: readonly [string, ...string[]];
  ledger: StreamLedger;
  hidden: HiddenDraws;
}
