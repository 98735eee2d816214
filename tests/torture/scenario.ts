/** What a scenario of the torture run is given, and the figures that it returns. */
import type { Random } from './random.ts';

export interface Assignment {
  /** Every choice that the scenario makes comes from here, so that a seed repeats a run. */
  random: Random;
  /** How many units (cycles, days, requests: the scenario says which) to do at most. */
  count: number;
  /** True once no further unit may begin; never before `progress` was told of the first one. */
  isOver(): boolean;
  /** Called after each unit; prints how far the scenario is. */
  progress(done: number, text?: string): void;
}

export interface Figures {
  /** How many units were done. */
  done: number;
  /** What was done to the site, in words: "12 kills, 7 frozen nodes". */
  faults: string;
  /** Values that somebody saw without being allowed to; null where the scenario does not look for them. */
  leaked: number | null;
  /** Acknowledged changes that are not there. */
  lost: number | null;
  /** Changes that were made or told twice. */
  doubled: number | null;
  /** Results that were published, or seen by a client, before they were due. */
  early: number | null;
  /** For each publication that was measured: how late the client saw it, in milliseconds. */
  lateness: number[];
  /** Answers of 500 and above, other than 503. */
  serverErrors: number | null;
  /** Answers of 503. */
  unavailable: number | null;
  /** Each broken rule in a sentence that tells how to repeat it. A run is green when no scenario has any. */
  violations: string[];
}

export interface Scenario {
  name: string;
  /** For the table: "Four nodes on one PostgreSQL". */
  title: string;
  /** What `count` counts: "faults", "days". */
  unit: string;
  /** Its part of the minutes of a run, beside the parts of the others. */
  share: number;
  run(assignment: Assignment): Promise<Figures>;
}

/** A scenario that threw has compared nothing in the end, so it can vouch for nothing. */
export const figuresOfFailure = (error: unknown): Figures => ({
  done: 0,
  faults: 'ended by an error',
  leaked: null,
  lost: null,
  doubled: null,
  early: null,
  lateness: [],
  serverErrors: null,
  unavailable: null,
  violations: [`the scenario ended with ${error instanceof Error ? error.stack : error}`],
});

/** So many are kept in words; further ones are only counted. */
const MOST_VIOLATIONS = 20;

/** Collects broken rules: the first ones in full, the others as a number. */
export class Violations {
  readonly #texts: string[] = [];
  #count = 0;

  add(text: string): void {
    this.#count += 1;
    if (this.#texts.length < MOST_VIOLATIONS) this.#texts.push(text);
  }

  list(): string[] {
    const left = this.#count - this.#texts.length;
    return left > 0 ? [...this.#texts, `and ${left} more`] : [...this.#texts];
  }
}
