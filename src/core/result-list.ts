/** All published results in memory, newest first, about 40 bytes each: a search reads no rows of the database. */
import { DIGIT_COUNT } from './digits.ts';
import { LONGEST_DRAW_NUMBER, mayBeInDrawNumber } from './draw-number.ts';
import type { DrawSearch } from './draw-search.ts';
import type { IstDate, IstMonth } from './ist-time.ts';
import type { Result } from './result.ts';
import type { Slot } from './slots.ts';

/** A slot, and dates of which the first and the last are included. */
export interface ResultRange {
  slot?: Slot | undefined;
  from?: IstDate | undefined;
  to?: IstDate | undefined;
}

export interface DigitsInRange {
  /** A line for each result, newest first. */
  digits: string;
  /** The dates of the oldest and of the newest of the results; null if there are none. */
  first: IstDate | null;
  last: IstDate | null;
}

/** A result meets all of these conditions. */
export interface ResultConditions {
  date?: IstDate | undefined;
  month?: IstMonth | undefined;
  slot?: Slot | undefined;
  searches?: readonly DrawSearch[];
  /** The last digits of the result. */
  endsWith?: string | undefined;
  /** Only results before this date, or before the slot of this date. */
  before?: { date: IstDate; slot?: Slot | undefined } | undefined;
}

/** Returns the first index at or after the given one that meets a condition, or `NONE`. */
type Finder = (from: number) => number;
const NONE = Number.POSITIVE_INFINITY;

const LAST_DATE: IstDate = '9999-12-31';

export class ResultList {
  #dates = new Column('2026-11-15'.length);
  #slots = new Column('10:00'.length);
  #numbers = new Column(LONGEST_DRAW_NUMBER);
  #digits = new Column(DIGIT_COUNT);
  #length = 0;

  /** Returns a list that has these results too. The oldest comes first, and all are newer than those of this list. */
  withNewer(results: readonly Result[]): ResultList {
    const newestFirst = results.toReversed();
    const list = new ResultList();
    list.#dates = this.#dates.prepend(newestFirst.map(({ date }) => date));
    list.#slots = this.#slots.prepend(newestFirst.map(({ slot }) => slot));
    list.#numbers = this.#numbers.prepend(newestFirst.map(({ drawNo }) => drawNo));
    list.#digits = this.#digits.prepend(newestFirst.map(({ digits }) => digits));
    list.#length = this.#length + results.length;
    return list;
  }

  isNewerThanAll({ date, slot }: Pick<Result, 'date' | 'slot'>): boolean {
    return this.#length === 0 || `${date} ${slot}` > `${this.#dates.at(0)} ${this.#slots.at(0)}`;
  }

  get length(): number {
    return this.#length;
  }

  /** Two lists have the same text if, and only if, they have the same results. */
  get text(): string {
    return [this.#dates, this.#slots, this.#numbers, this.#digits].map(({ text }) => text).join('\n');
  }

  resultAt(index: number): Result {
    return {
      date: this.#dates.at(index),
      slot: this.#slots.at(index) as Slot,
      drawNo: this.#numbers.at(index),
      digits: this.#digits.at(index),
    };
  }

  /** The indexes of the results that meet the conditions, newest first. */
  *find(conditions: ResultConditions): Generator<number, void> {
    const { date, month, slot, searches = [], endsWith, before } = conditions;
    if (date && month && !date.startsWith(month)) return;
    const [oldest, newest] = [date ?? month ?? '', date ?? (month ? `${month}-31` : LAST_DATE)];
    const begin = Math.max(
      this.#firstBefore(`${newest} 24:00`),
      before ? this.#firstBefore(`${before.date} ${before.slot ?? ''}`) : 0,
    );
    const end = this.#firstBefore(oldest);
    const next = allOf([
      ...(slot ? [this.#slots.finderOf(slot)] : []),
      ...(endsWith ? [this.#digits.finderOfEnd(endsWith)] : []),
      ...searches.map((search) => this.#finderOf(search)),
    ]);
    for (let index = next(begin); index < end; index = next(index + 1)) yield index;
  }

  #finderOf({ inNumber, digit, ending }: DrawSearch): Finder {
    return anyOf([
      ...(mayBeInDrawNumber(inNumber) ? [this.#numbers.finderOf(inNumber)] : []),
      ...(digit ? [this.#digits.finderOf(digit)] : []),
      ...(ending ? [this.#digits.finderOfEnd(ending)] : []),
    ]);
  }

  count(conditions: ResultConditions): number {
    let count = 0;
    for (const _ of this.find(conditions)) count += 1;
    return count;
  }

  digitsIn({ slot, from = '', to = LAST_DATE }: ResultRange): DigitsInRange {
    const [begin, end] = [this.#firstBefore(`${to} 24:00`), this.#firstBefore(from)];
    const ofSlot = slot && this.#slots.indexesOf(slot, begin, end);
    const digits = ofSlot ? this.#digits.linesAt(ofSlot) : this.#digits.linesBetween(begin, end);
    const [newest = begin, oldest = end - 1] = ofSlot ? [ofSlot.at(0), ofSlot.at(-1)] : [];
    const dateAt = (index: number) => (digits === '' ? null : this.#dates.at(index));
    return { digits, first: dateAt(oldest), last: dateAt(newest) };
  }

  /** The index of the first result whose date and slot are before a text such as `2026-11-15 10:00`. */
  #firstBefore(dateAndSlot: string): number {
    let [low, high] = [0, this.#length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (`${this.#dates.at(middle)} ${this.#slots.at(middle)}` < dateAndSlot) high = middle;
      else low = middle + 1;
    }
    return low;
  }
}

/** No value contains it, so that nothing is found across two values. */
const SEPARATOR = '\n';

/** Values in one text, filled up to the same width, which one call of `indexOf` searches. */
class Column {
  readonly #valueWidth: number;
  readonly #width: number;
  readonly text: string;

  constructor(valueWidth: number, text = '') {
    this.#valueWidth = valueWidth;
    this.#width = valueWidth + SEPARATOR.length;
    this.text = text;
  }

  prepend(values: readonly string[]): Column {
    const added = values.map((value) => value.padEnd(this.#valueWidth) + SEPARATOR);
    return new Column(this.#valueWidth, added.join('') + this.text);
  }

  at(index: number): string {
    const start = index * this.#width;
    return this.text.slice(start, start + this.#valueWidth).trimEnd();
  }

  linesBetween(begin: number, end: number): string {
    return begin < end ? this.text.slice(begin * this.#width, end * this.#width) : '';
  }

  linesAt(indexes: readonly number[]): string {
    return indexes.map((index) => this.linesBetween(index, index + 1)).join('');
  }

  /** The indexes, from `begin` to before `end`, at which the value is this one. */
  indexesOf(value: string, begin: number, end: number): number[] {
    const indexes: number[] = [];
    for (let index = begin; index < end; index += 1)
      if (this.text.startsWith(value, index * this.#width)) indexes.push(index);
    return indexes;
  }

  /** Finds the values that contain a text. */
  finderOf(text: string): Finder {
    return remembered((from) => {
      const position = this.text.indexOf(text, from * this.#width);
      return position === -1 ? NONE : Math.floor(position / this.#width);
    });
  }

  /** Finds the values of full width that end in a text. */
  finderOfEnd(text: string): Finder {
    return this.finderOf(text + SEPARATOR);
  }
}

/** Searches only when the index found before has been passed: conditions are asked again and again. */
function remembered(find: Finder): Finder {
  let found = -1;
  return (from) => {
    if (found < from) found = find(from);
    return found;
  };
}

const anyOf =
  (finders: readonly Finder[]): Finder =>
  (from) =>
    Math.min(NONE, ...finders.map((find) => find(from)));

const allOf =
  (finders: readonly Finder[]): Finder =>
  (from) => {
    for (let index = from; ; ) {
      const next = Math.max(index, ...finders.map((find) => find(index)));
      if (next === index || next === NONE) return next;
      index = next;
    }
  };
