/** Writes the table in docs/reliability.md: the newest figures of each scenario and command. */
import type { Figures, Scenario } from './scenario.ts';

export interface Run {
  /** The command that repeats the run. */
  command: string;
  /** YYYY-MM-DD. */
  date: string;
  commit: string;
  seed: number;
  scenario: Pick<Scenario, 'title' | 'unit'>;
  seconds: number;
  figures: Figures;
}

const BEGIN = '<!-- torture: npm run torture writes what follows -->';
const END = '<!-- torture: end -->';

const COLUMNS = [
  'scenario',
  'command',
  'date',
  'commit',
  'seed',
  'done',
  'faults',
  'leaked',
  'lost',
  'doubled',
  'early',
  'late p50 / p99 / max',
  '5xx but 503',
  '503',
  'result',
];

/** Replaces the row of the same scenario and command, or adds one. */
export function writeRow(document: string, run: Run): string {
  const [before, rest] = splitOnce(document, BEGIN);
  const [table, after] = splitOnce(rest, END);
  const row = rowOf(run);
  const key = keyOf(row);
  const rows = table.split('\n').filter((line) => line.startsWith('| ') && keyOf(line) !== key);
  const [head, ...others] = rows.length > 0 ? rows : [lineOf(COLUMNS)];
  const lines = [head, lineOf(COLUMNS.map(() => '---')), ...others.filter((line) => !isRule(line)), row];
  return `${before}${BEGIN}\n${lines.join('\n')}\n${END}${after}`;
}

function splitOnce(text: string, separator: string): [string, string] {
  const at = text.indexOf(separator);
  if (at < 0) throw new Error(`docs/reliability.md has no line ${separator}`);
  return [text.slice(0, at), text.slice(at + separator.length)];
}

const lineOf = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;

const isRule = (line: string): boolean => line.startsWith('| --- ');

/** The scenario and the command. */
const keyOf = (line: string): string => line.split(' | ').slice(0, 2).join(' | ');

function rowOf({ command, date, commit, seed, scenario, seconds, figures }: Run): string {
  const count = (value: number | null) => (value === null ? '–' : value.toLocaleString('en'));
  return lineOf([
    scenario.title,
    `\`${command}\``,
    date,
    commit,
    String(seed),
    `${count(figures.done)} ${scenario.unit} in ${Math.round(seconds)} s`,
    figures.faults,
    count(figures.leaked),
    count(figures.lost),
    count(figures.doubled),
    count(figures.early),
    describeLateness(figures.lateness),
    count(figures.serverErrors),
    count(figures.unavailable),
    figures.violations.length === 0 ? 'green' : 'RED',
  ]);
}

export function describeLateness(lateness: readonly number[]): string {
  if (lateness.length === 0) return '–';
  const sorted = lateness.toSorted((a, b) => a - b);
  const at = (part: number) => Math.round(sorted[Math.ceil(part * sorted.length) - 1] ?? 0);
  return `${at(0.5)} / ${at(0.99)} / ${at(1)} ms (${sorted.length})`;
}
