/** Compares the new entries of the public log with the model: those of changes, and those that automation adds. */
import type { Reader, Row } from '../../../src/server/storage/schema.ts';
import type { AutomationState } from './automation-auditor.ts';
import { type ExpectedEntry, HIDDEN, seedOpeningOf } from './expected-entries.ts';
import { commitmentTo } from './log-hashes.ts';
import { dayCommittedAt, isTooEarly, openingAt } from './seed-rules.ts';
import type { SimulatedBeacon } from './simulated-beacon.ts';
import { dateOf, MINUTE, regularNumber, type SiteModel, SLOT_TIMES, shiftDate } from './site-model.ts';
import type { DaysTally } from './tally.ts';

interface NewEntry {
  at: number;
  /** Without `v` and `at`. */
  entry: ExpectedEntry;
}

interface Parts {
  model: SiteModel;
  tally: DaysTally;
  state: AutomationState;
  beacon: SimulatedBeacon | null;
}

const DAYS_READ_BACK = 3;

export class LogAuditor {
  readonly #model: SiteModel;
  readonly #tally: DaysTally;
  readonly #state: AutomationState;
  readonly #beacon: SimulatedBeacon | null;
  #seen = 0;
  /** The entries that are not explained yet. */
  #queue: NewEntry[] = [];
  #days = new Map<string, Row<'seed_days'>>();
  #seeds = new Map<string, Row<'seeds'>>();

  constructor({ model, tally, state, beacon }: Parts) {
    this.#model = model;
    this.#tally = tally;
    this.#state = state;
    this.#beacon = beacon;
  }

  /** Reads what is new, and what the log does not tell: the signature of the beacon, and whether drafts were made. */
  async read(db: Reader): Promise<void> {
    const rows = await db
      .selectFrom('log_entries')
      .select(['position', 'text'])
      .where('log', '=', this.#model.log)
      .where('position', '>=', this.#seen)
      .orderBy('position')
      .execute();
    for (const { position, text } of rows) {
      if (position !== this.#seen) this.#tally.violate(`The log jumps to entry ${position}.`);
      this.#seen += 1;
      const { v, at, ...entry } = JSON.parse(text);
      this.#queue.push({ at: Date.parse(at), entry });
    }
    await this.#readDays(db);
    for (const date of this.#days.keys()) this.#learnAbout(date);
  }

  async #readDays(db: Reader): Promise<void> {
    const from = shiftDate(dateOf(this.#state.now()), -DAYS_READ_BACK);
    const days = await db.selectFrom('seed_days').selectAll().where('date', '>=', from).execute();
    this.#days = new Map(days.map((day) => [day.date, day]));
    const committed = this.#queue.flatMap(({ entry }) =>
      entry.kind === 'commit' ? [String(entry['date'])] : [],
    );
    if (committed.length === 0) return;
    const seeds = await db.selectFrom('seeds').selectAll().where('date', 'in', committed).execute();
    this.#seeds = new Map(seeds.map((seed) => [seed.draw_no, seed]));
  }

  #learnAbout(date: string): void {
    const [day, row] = [this.#model.days.get(date), this.#days.get(date)];
    if (!day || !row) return;
    if (day.beacon === 'awaited' && row.beacon === 'verified') {
      day.beacon = 'verified';
      day.signature = row.signature;
      if (row.signature !== this.#beacon?.signatureOf(day.round))
        this.#tally.violate(`The signature of ${date} is not that of the beacon.`);
      const isLate = this.#state.now() > day.draftsFrom;
      this.#tally.counts[isLate ? 'lateBeacons' : 'beacons'] += 1;
    }
    if (day.preparedAt !== null || row.prepared_at === null || day.beacon === 'awaited') return;
    const preparedAt = row.prepared_at;
    day.preparedAt = preparedAt;
    if (
      isTooEarly(day, preparedAt) ||
      !this.#state.mayCreateDrafts(date, preparedAt - this.#state.clockIsAheadBy)
    )
      this.#tally.violate(`The drafts of ${date} were prepared out of turn.`, 'early');
  }

  /** Takes the entries of automation that the model can explain now. */
  takeAutomatic(): void {
    for (let [next] = this.#queue; next && this.#explain(next); [next] = this.#queue)
      this.#model.logTime = next.at;
  }

  /** Takes the entries of a change that was made now; returns the hashes of its seals. */
  take(expected: readonly ExpectedEntry[], now: number): string[] {
    const at = this.#model.logTimeAt(now);
    return expected.flatMap((entry) => {
      const found = this.#queue.shift();
      if (!found || !matches(found.entry, entry)) {
        this.#tally.violate(
          `The log has ${JSON.stringify(found)} instead of ${JSON.stringify(entry)}.`,
          'lost',
        );
        return [];
      }
      if (found.at !== at)
        this.#tally.violate(`The log has the time ${found.at} instead of ${at} in ${entry.kind}.`);
      this.#model.logTime = at;
      return found.entry.kind === 'sealed' ? [String(found.entry['sealed'])] : [];
    });
  }

  /** Call this when all changes are known. */
  finish(): void {
    this.takeAutomatic();
    for (const unexplained of this.#queue.splice(0))
      this.#tally.violate(`The log has ${JSON.stringify(unexplained)}, which was not expected.`);
  }

  /** A restored database has begun another log. */
  startAgain(): void {
    this.#seen = 0;
    this.#queue = [];
  }

  #explain(next: NewEntry): boolean {
    if (next.at > this.#model.logTimeAt(this.#state.now())) return false;
    if (next.entry.kind === 'commit') return this.#explainCommitments();
    const isExplained =
      (next.entry.kind === 'open' && this.#explainOpen(next)) ||
      (next.entry.kind === 'opened' && this.#explainOpened(next)) ||
      (next.entry.kind === 'nobeacon' && this.#explainMissing(next));
    if (isExplained) this.#queue.shift();
    return isExplained;
  }

  #explainOpen({ entry }: NewEntry): boolean {
    const isFirst = this.#model.logTime === Number.NEGATIVE_INFINITY;
    return isFirst && matches(entry, { kind: 'open', origin: 'localhost/log', series: 'SC' });
  }

  /** All slots of the day, one after the other. */
  #explainCommitments(): boolean {
    const [first] = this.#queue;
    const date = String(first?.entry['date']);
    const row = this.#days.get(date);
    const day = first && dayCommittedAt(this.#model, date, first.at);
    if (!day || !row || this.#model.days.has(date)) return false;
    const isAsExpected =
      row.drafts_from === day.draftsFrom && row.chain === day.chain && row.round === day.round;
    if (!isAsExpected) return false;
    this.#model.days.set(date, day);
    this.#tally.counts.commitments += 1;
    this.#tally.trace(`${date} is committed with the round ${day.round}`);
    for (const slot of SLOT_TIMES) {
      const drawNo = regularNumber(date, slot);
      const seed = this.#seeds.get(drawNo)?.seed ?? '';
      const commit = commitmentTo({ date, slot, drawNo }, day, seed);
      const { chain, round } = day;
      const next = this.#queue.shift();
      if (
        next?.at !== first.at ||
        !matches(next.entry, { kind: 'commit', date, slot, drawNo, commit, chain, round })
      )
        this.#tally.violate(`The log has ${JSON.stringify(next)} instead of the commitment for ${drawNo}.`);
      this.#model.seeds.set(drawNo, { drawNo, date, slot, seed, openedAt: null });
    }
    this.#learnAbout(date);
    return true;
  }

  #explainOpened({ at, entry }: NewEntry): boolean {
    const drawNo = String(entry['drawNo']);
    const seed = this.#model.seeds.get(drawNo);
    if (!seed || seed.openedAt !== null || openingAt(this.#model, seed) > at) return false;
    if (!matches(entry, { kind: 'opened', drawNo, ...seedOpeningOf(this.#model, drawNo) })) return false;
    seed.openedAt = at;
    this.#tally.counts.openings += 1;
    this.#tally.trace(`the seed of ${drawNo} is opened at ${at}`);
    return true;
  }

  #explainMissing({ at, entry }: NewEntry): boolean {
    const day = this.#model.days.get(String(entry['date']));
    if (day?.beacon !== 'awaited' || at < day.draftsFrom + MINUTE) return false;
    if (!matches(entry, { kind: 'nobeacon', date: day.date, round: day.round })) return false;
    if (!this.#beacon?.mayBeMissing(day.round, at)) return false;
    day.beacon = 'missing';
    this.#tally.counts.missingBeacons += 1;
    this.#tally.trace(`the beacon of ${day.date} is missing`);
    this.#learnAbout(day.date);
    return true;
  }
}

function matches(found: ExpectedEntry, expected: ExpectedEntry): boolean {
  const sealed = 'sealed' in found ? { sealed: HIDDEN } : {};
  const opening = found['opening'] as object | null | undefined;
  const salt = opening && 'salt' in opening ? { opening: { salt: HIDDEN } } : {};
  return Bun.deepEquals({ ...found, ...sealed, ...salt }, expected);
}
