/** The objects that all parts of a run of the streams share. */
import { Violations } from '../scenario.ts';
import type { HiddenDraws } from './hidden-draws.ts';

export class StreamTally {
  readonly counts = { leaked: 0, lost: 0, doubled: 0, serverErrors: 0, unavailable: 0 };
  readonly violations = new Violations();
  /** The number of reconnections. */
  done = 0;

  count(what: keyof StreamTally['counts'], text: string): void {
    this.counts[what] += 1;
    this.violate(text);
  }

  violate(text: string): void {
    this.violations.add(`After ${this.done} reconnections: ${text}`);
  }
}

export interface StreamSite {
  /** The URLs of the nodes. */
  urls: readonly [string, ...string[]];
  tally: StreamTally;
  hidden: HiddenDraws;
}
