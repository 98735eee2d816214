/** The input of a scenario of the torture run, and the figures that it returns. */
import type { Random } from './random.ts';

export interface Assignment {
  /** The source of all random choices, so that a seed repeats a run. */
  random: Random;
  /** The maximum number of units, such as days or requests. */
  count: number;
  /** Returns true when no further unit may start; never before the first call of `progress`. */
  isOver(): boolean;
  /** Called after each unit; prints the progress. */
  progress(done: number, text?: string): void;
}

export interface Figures {
  /** How many units were completed. */
  done: number;
  /** The faults that were injected, such as "12 kills, 7 frozen nodes". */
  faults: string;
  /** Values that a client got without permission; null: not checked. */
  leaked: number | null;
  /** Acknowledged changes that are missing. */
  lost: number | null;
  /** Changes that were stored or sent twice. */
  doubled: number | null;
  /** Results that were published, or received by a client, before they were due. */
  early: number | null;
  /** How late the client received each measured publication, in milliseconds. */
  lateness: number[];
  /** Responses with 500 and above, other than 503. */
  serverErrors: number | null;
  /** Responses with 503. */
  unavailable: number | null;
  /** Each broken rule, with how to repeat it. A run passes if no scenario has any. */
  violations: string[];
}

export interface Scenario {
  name: string;
  /** The title in the table. */
  title: string;
  /** What one unit is, such as "days". */
  unit: string;
  /** Its share of the minutes of a run, relative to the other scenarios. */
  share: number;
  run(assignment: Assignment): Promise<Figures>;
}

/** The figures of a scenario that threw: nothing was checked. */
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

/** Further violations are only counted. */
const MOST_VIOLATIONS = 20;

/** Collects broken rules: the first ones as text, the others as a number. */
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
