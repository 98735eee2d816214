/** What a subject of the bench gets and returns. */
import type { Measurement } from './measurement.ts';

export interface Assignment {
  /** Few and short rounds: shows that it works, not how fast it is. */
  quick: boolean;
  progress(text: string): void;
}

export interface Subject {
  /** For `--only`. */
  name: string;
  title: string;
  /** How it is measured, in Markdown. */
  method: string;
  run(assignment: Assignment): Promise<Measurement[]>;
}

/** The results of one subject, as they are stored. */
export interface Results {
  /** YYYY-MM-DD. */
  date: string;
  commit: string;
  machine: string;
  /** The command that repeats the run. */
  command: string;
  measurements: Measurement[];
}
