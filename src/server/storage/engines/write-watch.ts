/** Tracks whether the embedded database can be written: after a failure it retries until a write succeeds. */
import { causeFields, DatabaseDown } from '../../errors.ts';
import type { Log } from '../../log.ts';

export interface WriteWatch {
  /** Records that a write failed because of the database. */
  noteFailure(error: DatabaseDown): void;
  /** Throws while writing fails. Writes a probe unless one has succeeded in the last seconds. */
  check(): Promise<void>;
  state(): { canBeWritten: boolean; outages: number; recoveredAt: number | null };
  stop(): Promise<void>;
}

export interface WriteWatchOptions {
  /** How long a successful attempt counts, in milliseconds. */
  trustedFor: number;
  /** How often the probe runs during an outage, in milliseconds. */
  tryEvery: number;
}

/** `probe` must change data: a transaction without a change also succeeds on a full disk. */
export function createWriteWatch(
  probe: (isOutage: boolean) => Promise<unknown>,
  { trustedFor, tryEvery }: WriteWatchOptions,
  log?: Log,
): WriteWatch {
  let outage: DatabaseDown | null = null;
  let isTrusted = false;
  let trial: Promise<void> | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let stopped = false;
  let outages = 0;
  let recoveredAt: number | null = null;

  function after(milliseconds: number, run: () => void): void {
    clearTimeout(timer);
    if (stopped) return;
    timer = setTimeout(run, milliseconds);
    timer.unref();
  }

  function noteFailure(error: DatabaseDown): void {
    const isNew = outage === null;
    outage = error;
    isTrusted = false;
    if (!isNew) return;
    outages += 1;
    log?.error('the database cannot be written', causeFields(error.cause));
    after(tryEvery, () => void tryToWrite().catch(() => {}));
  }

  function noteSuccess(): void {
    if (outage) {
      recoveredAt = performance.now();
      log?.info('the database can be written again');
    }
    outage = null;
    isTrusted = true;
    after(trustedFor, () => {
      isTrusted = false;
    });
  }

  async function attempt(): Promise<void> {
    try {
      await probe(outage !== null);
      noteSuccess();
    } catch (error) {
      if (!(error instanceof DatabaseDown)) throw error;
      noteFailure(error);
      after(tryEvery, () => void tryToWrite().catch(() => {}));
      throw error;
    }
  }

  /** Concurrent callers share one attempt. */
  function tryToWrite(): Promise<void> {
    trial ??= attempt().finally(() => {
      trial = null;
    });
    return trial;
  }

  return {
    noteFailure,
    state: () => ({ canBeWritten: outage === null, outages, recoveredAt }),
    async check() {
      if (outage) throw outage;
      if (!isTrusted) await tryToWrite();
    },
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await trial?.catch(() => {});
    },
  };
}
