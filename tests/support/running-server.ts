/** What servers in this process and in others have in common. */

export interface RunningServer {
  url: string;
  stop(): Promise<unknown>;
  /** Everything it has printed so far. */
  output(): string;
}

/** 03:00 in India: no draw is due, so automation writes nothing during a test, whenever it is run. */
export const NIGHT = '2026-11-14T21:30:00.000Z';

/** Settings that a test can override; an empty CLOCK_START is the real time. */
export const DEFAULTS = {
  NODE_ENV: 'production',
  PORT: '0',
  TEST_PASSWORD_COST: 'minimal',
  CLOCK_START: NIGHT,
  // The public beacon is on other hosts, which no test contacts.
  BEACON: 'off',
};
