/** The figures of a simulation, its broken rules, and a trace to compare two runs. */
import { Violations } from '../scenario.ts';

/** How many acts a violation lists. */
const ACTS_SHOWN = 12;
/** Of each of them. */
const MOST_SHOWN = 200;

export class DaysTally {
  readonly violations = new Violations();
  readonly lateness: number[] = [];
  readonly counts = {
    lost: 0,
    doubled: 0,
    early: 0,
    acts: 0,
    refusals: 0,
    publications: 0,
    generations: 0,
    processCrashes: 0,
    machineCrashes: 0,
    happenedUnacknowledged: 0,
    restarts: 0,
    clockSteps: 0,
    /** Days whose seeds were committed. */
    commitments: 0,
    /** Seeds that were opened without a result. */
    openings: 0,
    /** Rounds of the beacon that were there in time. */
    beacons: 0,
    lateBeacons: 0,
    missingBeacons: 0,
    restores: 0,
    /** Complete audits of a log, and the entries of these logs. */
    audits: 0,
    entries: 0,
    /** Seeds that an audit found late because no node was running. */
    lateSeeds: 0,
    /** Random drafts that were created again after they were deleted, with the same digits. */
    repeatedDrafts: 0,
  };
  /** All statements of each kind of work, and those before which there was a crash. */
  readonly statementsSeen = new Set<string>();
  readonly statementsHit = new Set<string>();
  day = 0;
  /** After a broken rule the model may differ from the site. */
  hasViolation = false;
  readonly #hash = new Bun.CryptoHasher('sha256');
  #recent: string[] = [];

  startDay(text: string): void {
    this.day += 1;
    this.#recent = [];
    this.trace(`day ${this.day}: ${text}`);
  }

  /** Adds to what a repeated run must do in the same order. */
  trace(text: string): void {
    this.#hash.update(`${text}\n`);
    this.#recent = [...this.#recent.slice(1 - ACTS_SHOWN), text.slice(0, MOST_SHOWN)];
  }

  traceHash(): string {
    return this.#hash.copy().digest('hex');
  }

  violate(text: string, count?: 'lost' | 'doubled' | 'early'): void {
    this.hasViolation = true;
    if (count) this.counts[count] += 1;
    this.violations.add(`day ${this.day}: ${text} Before that: ${this.#recent.join('; ')}.`);
  }
}
