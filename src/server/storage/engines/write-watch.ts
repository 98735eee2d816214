/** Tracks whether the embedded database can be written: after a failure it tries until a write succeeds. */
import { DatabaseDown } from '../../errors.ts';
import type { Log } from '../../log.ts';

export interface WriteWatch {
  /** Remembers that the database could not do its part of a write. */
  noteFailure(error: DatabaseDown): void;
  /** Throws while writing fails. Tries it where no attempt has succeeded in the last seconds. */
  check(): Promise<void>;
  state(): { canBeWritten: boolean; outages: number };
  stop(): Promise<void>;
}

export interface WriteWatchOptions {
  /** For so long a successful attempt is believed. */
  trustedFor: number;
  /** How often it is tried during an outage. */
  tryEvery: number;
}

/** `probe` must really write: a transaction without a change succeeds on a full disk as well. */
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
    log?.error('the database cannot be written', { error: error.cause });
    after(tryEvery, () => void tryToWrite().catch(() => {}));
  }

  function noteSuccess(): void {
    if (outage) log?.info('the database can be written again');
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

  /** However many ask at once, it is tried once. */
  function tryToWrite(): Promise<void> {
    trial ??= attempt().finally(() => {
      trial = null;
    });
    return trial;
  }

  return {
    noteFailure,
    state: () => ({ canBeWritten: outage === null, outages }),
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
