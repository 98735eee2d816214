/** Writes and reads results as CSV. No field can contain a comma or a quote, so none is quoted. */
import { FILE_PREFIX } from './branding.ts';
import { type Digits, digitsFromText } from './digits.ts';
import { isDrawNumber } from './draw-number.ts';
import { type IstDate, isIstDate } from './ist-time.ts';
import { INVALID_SLOT_TEXT, isSlot, type Slot } from './slots.ts';

const COLUMNS = ['Date', 'Time', 'Draw No', 'Digit 1', 'Digit 2', 'Digit 3', 'Digit 4', 'Digit 5'];

export const PUBLIC_CSV_HEADER = COLUMNS.join(',');
export const ADMIN_CSV_HEADER = [...COLUMNS, 'Status'].join(',');

/** Spreadsheets read a field with such a beginning as a formula; an apostrophe before it makes it text. */
const LOOKS_LIKE_FORMULA = /^[=+\-@\t\r\n]/;

export const escapeFormula = (field: string): string => field.replace(LOOKS_LIKE_FORMULA, "'$&");

export interface CsvDraw {
  date: IstDate;
  slot: Slot;
  drawNo: string;
  digits: Digits;
}

export interface CsvAdminDraw extends CsvDraw {
  published: boolean;
}

type CsvLine = Omit<CsvDraw, 'digits'> & { digits: Iterable<string> };

export const publicCsvLine = ({ date, slot, drawNo, digits }: CsvLine): string =>
  [date, slot, escapeFormula(drawNo), ...digits].join(',');

export const adminCsvLine = (draw: CsvLine & { published: boolean }): string =>
  `${publicCsvLine(draw)},${draw.published ? 'Published' : 'Draft'}`;

export const publicCsvFileName = (date: IstDate): string => `${FILE_PREFIX}-results-${date}.csv`;
export const adminCsvFileName = (date: IstDate): string => `admin-draws-${date}.csv`;

export interface CsvProblem {
  line: number;
  message: string;
}

/** With its line number, for error messages. */
export interface CsvRow extends CsvAdminDraw {
  line: number;
}

export type CsvReading = { ok: true; draws: CsvRow[] } | { ok: false; problems: CsvProblem[] };

/** A file with so many problems is not read further: nobody corrects them one by one. */
export const MOST_PROBLEMS = 1_000;

export function readDrawsCsv(text: string): CsvReading {
  const steps = readDrawsCsvByLine(text);
  let step = steps.next();
  while (!step.done) step = steps.next();
  return step.value;
}

/**
 * Yields after each line, so that the caller can let other work run in between. The Status column is optional: without
 * it every row is a published result.
 */
export function* readDrawsCsvByLine(text: string): Generator<void, CsvReading> {
  const lines = linesOf(text.replace(/^\uFEFF/, ''));
  const header = lines.next().value ?? '';
  if (header !== PUBLIC_CSV_HEADER && header !== ADMIN_CSV_HEADER) {
    return { ok: false, problems: [{ line: 1, message: `The first line must be: ${PUBLIC_CSV_HEADER}` }] };
  }
  const problems: CsvProblem[] = [];
  const draws: CsvRow[] = [];
  const slots = new FirstLines();
  const numbers = new FirstLines();
  let line = 1;
  for (const content of lines) {
    yield;
    line += 1;
    if (content.trim() === '') continue;
    if (problems.length >= MOST_PROBLEMS) break;
    const draw = readLine(content, header);
    if (typeof draw === 'string') {
      problems.push({ line, message: draw });
      continue;
    }
    const { date, slot, drawNo } = draw;
    const slotLine = slots.lineOf(date, slot, line);
    if (slotLine !== line)
      problems.push({ line, message: `${date} ${slot} is already on line ${slotLine}.` });
    const numberLine = numbers.lineOf(drawNo.slice(-3), drawNo, line);
    if (numberLine !== line)
      problems.push({ line, message: `Draw number ${drawNo} is already on line ${numberLine}.` });
    draws.push({ ...draw, line });
  }
  return problems.length === 0
    ? { ok: true, draws }
    : { ok: false, problems: problems.slice(0, MOST_PROBLEMS) };
}

/** The first line of each text, in groups: a single map of 100,000 texts takes 50 ms when it grows. */
class FirstLines {
  readonly #groups = new Map<string, Map<string, number>>();

  /** That line, if the text is new. */
  lineOf(group: string, text: string, line: number): number {
    const lines = this.#groups.get(group) ?? new Map<string, number>();
    const first = lines.get(text) ?? line;
    this.#groups.set(group, lines.set(text, first));
    return first;
  }
}

function* linesOf(text: string): Generator<string, undefined> {
  let start = 0;
  for (;;) {
    const end = text.indexOf('\n', start);
    yield text.slice(start, end === -1 ? undefined : end).replace(/\r$/, '');
    if (end === -1) return;
    start = end + 1;
  }
}

/** The draw on a line, or its problem. */
function readLine(content: string, header: string): CsvAdminDraw | string {
  const fields = content.split(',').map((field) => field.trim());
  const expected = header.split(',').length;
  if (fields.length !== expected) return `Expected ${expected} fields, found ${fields.length}.`;
  const [date = '', slot = '', drawNo = '', ...rest] = fields;
  const digits = rest.slice(0, 5).every((digit) => digit.length === 1)
    ? digitsFromText(rest.slice(0, 5).join(''))
    : null;
  const status = rest[5] ?? 'Published';
  if (!isIstDate(date)) return `"${date}" is not a date (YYYY-MM-DD).`;
  if (!isSlot(slot)) return INVALID_SLOT_TEXT;
  if (!isDrawNumber(drawNo)) return `"${drawNo}" is not a draw number.`;
  if (!digits) return 'Each of the five digits must be one of 0 to 9.';
  if (status !== 'Published' && status !== 'Draft')
    return `Status must be Published or Draft, not "${status}".`;
  return { date, slot, drawNo, digits, published: status === 'Published' };
}
