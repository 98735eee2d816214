/** Preloaded into a server: reads offsets of its clocks from a file, at the start and on each SIGUSR2. */
import { readFileSync } from 'node:fs';

export interface MachineClocks {
  /** Added to `Date.now()`, in milliseconds. */
  wallAhead: number;
  /** Added to `performance.now()`, in milliseconds. */
  elapsedAhead: number;
}

/** The environment variable with the path of the file. */
export const MACHINE_CLOCKS = 'TEST_MACHINE_CLOCKS';

const RealDate = Date;
const realElapsed = performance.now.bind(performance);
let clocks: MachineClocks = { wallAhead: 0, elapsedAhead: 0 };

class SteppedDate extends RealDate {
  constructor(...args: [] | [number]) {
    super(...((args.length === 0 ? [SteppedDate.now()] : args) as [number]));
  }

  static override now(): number {
    return RealDate.now() + clocks.wallAhead;
  }

  static override [Symbol.hasInstance](value: unknown): boolean {
    return Object.prototype.toString.call(value) === '[object Date]';
  }
}

const file = process.env[MACHINE_CLOCKS];
if (file !== undefined) {
  const readClocks = () => {
    clocks = JSON.parse(readFileSync(file, 'utf8'));
  };
  readClocks();
  process.on('SIGUSR2', readClocks);
  globalThis.Date = SteppedDate as DateConstructor;
  performance.now = () => realElapsed() + clocks.elapsedAhead;
}
