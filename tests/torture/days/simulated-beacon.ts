/** The beacon of a simulated site: its signatures are genuine, and at times it cannot be reached. */

import { createBeaconSigner } from '../../../src/cli/demo/beacon-signer.ts';
import { QUICKNET } from '../../../src/core/public-log/beacon-chain.ts';
import type { Beacon } from '../../../src/server/public-log/beacon.ts';
import type { Reader } from '../../../src/server/storage/schema.ts';
import type { SteppedTime } from '../../support/stepped-time.ts';
import type { Random } from '../random.ts';
import type { SimulatedProcess } from './simulated-process.ts';
import { DAY, MINUTE, type ModelDay } from './site-model.ts';

const SECOND = 1_000;
/** The longest pause between two attempts of a node. */
const LONGEST_PAUSE = 8 * SECOND;
const MOST_TURNS = 2_000;
const FAST_TURNS = 20;
const DRAFT_TURNS = 50;

/** The same key in every run, because digits depend on it. */
const { chain, sign } = createBeaconSigner({ ...QUICKNET, seed: Buffer.alloc(48, 'swarna chakra') });
/** A signature takes 10 ms. */
const signatures = new Map<number, string>();

/** What a node asked for, by elapsed time. */
interface Request {
  process: SimulatedProcess;
  round: number;
  /** Each wait has its own: a node waits again if the clock was set back meanwhile. */
  signal: AbortSignal;
  firstAt: number;
  answeredAt: number | null;
}

export class SimulatedBeacon {
  readonly chain = chain;
  readonly #now: () => number;
  readonly #elapsed: () => number;
  #unreachableUntil = 0;
  #requests: Request[] = [];

  constructor(now: () => number, elapsed: () => number) {
    this.#now = now;
    this.#elapsed = elapsed;
  }

  signatureOf(round: number): string {
    const signature = signatures.get(round) ?? sign(round);
    signatures.set(round, signature);
    return signature;
  }

  connect(process: SimulatedProcess): Beacon {
    return {
      fetchRound: async (round, signal) => {
        const request = this.#find(process, round) ?? this.#add(process, round, signal);
        if (request.signal !== signal) Object.assign(request, { signal, firstAt: this.#elapsed() });
        const isOut = this.#now() >= (chain.genesis + (round - 1) * chain.period) * SECOND;
        if (!isOut || this.#elapsed() < this.#unreachableUntil) return null;
        request.answeredAt ??= this.#elapsed();
        return this.signatureOf(round);
      },
    };
  }

  #find(process: SimulatedProcess, round: number): Request | undefined {
    return this.#requests.find((one) => one.process === process && one.round === round);
  }

  #add(process: SimulatedProcess, round: number, signal: AbortSignal): Request {
    const request = { process, round, signal, firstAt: this.#elapsed(), answeredAt: null };
    this.#requests = [...this.#requests.filter((one) => !one.process.isDead), request];
    return request;
  }

  /** Begins an outage or ends it; `draftsAt` is the elapsed time at which the next round is needed. */
  change(random: Random, draftsAt: number): void {
    if (this.#unreachableUntil === Number.POSITIVE_INFINITY) return;
    const elapsed = this.#elapsed();
    this.#unreachableUntil = random.pick([
      0,
      0,
      0,
      draftsAt + random.integer(1, 50 * SECOND),
      draftsAt + random.integer(50 * SECOND, 70 * SECOND),
      elapsed + random.integer(MINUTE, 2 * DAY),
    ]);
    if (random.chance(0.01)) this.#unreachableUntil = Number.POSITIVE_INFINITY;
  }

  /** The elapsed times at which something is decided about a round that a node waits for. */
  decisionsAbout(round: number): number[] {
    const waits = this.#requests.filter((one) => one.round === round && !one.process.isDead);
    return waits.flatMap(({ firstAt }) => [
      firstAt + MINUTE,
      this.#unreachableUntil,
      this.#unreachableUntil + LONGEST_PAUSE,
    ]);
  }

  /** Whether the node still waits: it looks for drafts at the end of its wait, if another node decides and crashes. */
  isAwaitedBy(process: SimulatedProcess, round: number): boolean {
    const request = this.#find(process, round);
    return request?.answeredAt === null && this.#elapsed() < request.firstAt + MINUTE;
  }

  /** A node stores the beacon of the day in the background, and makes the drafts then. */
  async waitForNodes(db: Reader, day: ModelDay, time: SteppedTime): Promise<void> {
    await this.#waitUntilStored(db, day);
    await time.advanceBy(0);
    await this.#waitForDrafts(db, day);
    await time.advanceBy(0);
  }

  /** Waits while a node stores what it has decided about the round of the day. */
  async #waitUntilStored(db: Reader, { date, round }: Pick<ModelDay, 'date' | 'round'>): Promise<void> {
    const query = db.selectFrom('seed_days').select('beacon').where('date', '=', date);
    for (let turn = 0; turn < MOST_TURNS && this.#isDecided(round); turn += 1) {
      if ((await query.executeTakeFirst())?.beacon !== 'awaited') return;
      await Bun.sleep(turn < FAST_TURNS ? 0 : 1);
    }
  }

  /** Gives a node the time to make the drafts in the background, if it does. */
  async #waitForDrafts(db: Reader, { date }: Pick<ModelDay, 'date'>): Promise<void> {
    const query = db.selectFrom('seed_days').select(['beacon', 'prepared_at']).where('date', '=', date);
    for (let turn = 0; turn < DRAFT_TURNS; turn += 1) {
      const day = await query.executeTakeFirst();
      if (day?.beacon === 'awaited' || day?.prepared_at !== null) return;
      await Bun.sleep(1);
    }
  }

  #isDecided(round: number): boolean {
    return this.#requests.some(
      ({ process, round: asked, firstAt, answeredAt }) =>
        asked === round && !process.isDead && (answeredAt !== null || this.#elapsed() >= firstAt + MINUTE),
    );
  }

  /** Whether a node can have asked in vain for a minute, and no running node got an answer before that instant. */
  mayBeMissing(round: number, instant: number): boolean {
    const elapsed = this.#elapsed() - Math.max(0, this.#now() - instant);
    const requests = this.#requests.filter((one) => one.round === round);
    const isAnswered = requests.some(
      ({ process, answeredAt }) => !process.isDead && answeredAt !== null && answeredAt < elapsed,
    );
    return !isAnswered && requests.some(({ firstAt }) => elapsed >= firstAt + MINUTE);
  }

  /** Returns what a running node has failed to do about a round that is due. */
  findNeglect(process: SimulatedProcess, round: number): string | null {
    const request = this.#find(process, round);
    if (!request) return 'has not asked for it';
    const elapsed = this.#elapsed();
    if (elapsed >= request.firstAt + MINUTE) return 'still waits for it after a minute';
    const isReachable = elapsed >= Math.max(request.firstAt, this.#unreachableUntil) + LONGEST_PAUSE;
    return isReachable || request.answeredAt !== null ? 'has not stored it' : null;
  }
}
