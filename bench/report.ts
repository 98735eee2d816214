/** Writes measurements as tables: docs/performance.md, and the same on the terminal. */
import { type Goal, judge, judgedOf, type Measurement, medianOf, ratioToAnchor } from './measurement.ts';
import { type Spread, spreadOf } from './statistics.ts';
import type { Results, Subject } from './subject.ts';
import { alignTable, formatNumber, type Row, writeTable } from './table.ts';

const HEAD: Row = ['what', 'unit', 'site', 'lowest – highest', 'compared with', 'ratio', 'lowest – highest'];

const ends = ({ lowest, highest }: Spread): string => `${formatNumber(lowest)} – ${formatNumber(highest)}`;

function rowOf(measurement: Measurement): Row {
  const { name, unit, ours, anchor, note } = measurement;
  const compared = ratioToAnchor(measurement);
  // An anchor of 0 has no ratio.
  const ratio = compared && Number.isFinite(compared.highest) ? compared : undefined;
  const value = medianOf(measurement);
  const other = anchor && (anchor.samples.length > 0 ? formatNumber(spreadOf(anchor.samples).median) : '–');
  return [
    note ? `${name} (${note})` : name,
    unit,
    value === undefined ? 'not available' : formatNumber(value),
    ours.length > 1 ? ends(spreadOf(ours)) : '',
    anchor ? `${anchor.name}: ${other}` : '',
    ratio ? formatNumber(ratio.median) : '',
    ratio && ours.length > 1 ? ends(ratio) : '',
  ];
}

function describeGoal({ of, kind, limit }: Goal, { unit, anchor }: Measurement): string {
  const sign = kind === 'at least' ? '≥' : '≤';
  return of === 'ratio'
    ? `${sign} ${limit} × ${anchor?.name ?? ''}`
    : `${sign} ${formatNumber(limit)} ${unit}`.trimEnd();
}

function describeMeasured(goal: Goal, measurement: Measurement): string {
  const value = judgedOf(measurement, goal);
  const text = value === undefined ? '–' : formatNumber(value);
  return measurement.note ? `${text} (${measurement.note})` : text;
}

const goalRows = (measurements: readonly Measurement[]): Row[] =>
  measurements.flatMap((measurement) => {
    const { goal, name, unit } = measurement;
    if (!goal) return [];
    const verdict = judge(measurement, goal);
    const what = goal.of === 'ratio' ? `${name}, ${unit}` : name;
    return [
      [
        what,
        describeGoal(goal, measurement),
        describeMeasured(goal, measurement),
        verdict === 'reached' ? verdict : `**${verdict}**`,
      ],
    ];
  });

const GOALS_HEAD: Row = ['what', 'goal', 'measured', 'result'];

type WriteTable = (head: Row, rows: readonly Row[]) => string;

/** One table of medians, or one with a row for each sample. */
function tableOf(measurements: readonly Measurement[], write: WriteTable): string {
  const each = measurements[0]?.each;
  if (!each) return write(HEAD, measurements.map(rowOf));
  const head = measurements.map(({ name, unit }) => (unit ? `${name}, ${unit}` : name));
  const rows = each.map((what, index) => [
    what,
    ...measurements.map(({ ours }) => formatNumber(ours[index] ?? Number.NaN)),
  ]);
  return write(['', ...head], rows);
}

export const printMeasurements = (measurements: readonly Measurement[]): string =>
  tableOf(measurements, alignTable).replaceAll('**', '');

export const printGoals = (measurements: readonly Measurement[]): string =>
  alignTable(GOALS_HEAD, goalRows(measurements)).replaceAll('**', '');

/** The whole document; subjects without results are left out. */
export function writeReport(subjects: readonly Subject[], stored: Readonly<Record<string, Results>>): string {
  const measured = subjects.flatMap((subject) => {
    const results = stored[subject.name];
    return results ? [{ subject, results }] : [];
  });
  const goals = measured.flatMap(({ results }) => goalRows(results.measurements));
  const runs = measured.map(({ subject, results: { date, commit, machine, command } }) => [
    subject.name,
    date,
    commit,
    machine,
    `\`${command}\``,
  ]);
  const sections = measured.map(
    ({ subject, results }) =>
      `## ${subject.title}\n${subject.method}\n\n${tableOf(results.measurements, writeTable)}\n`,
  );
  return [
    '# Performance\n',
    '`npm run bench` measures this and writes this file.\n',
    `## Goals\n${writeTable(GOALS_HEAD, goals)}\n`,
    `## How it was measured\n${HOW}\n\n${writeTable(['subject', 'date', 'commit', 'machine', 'command'], runs)}\n`,
    ...sections,
  ].join('\n');
}

const HOW = `Ratios count, not absolute figures: the site and what it is compared with take turns in one run on one machine. The servers share one core, what sends requests has another. A figure is the median of all rounds; a ratio is the median of the ratios of neighbouring rounds. A \`+\` after a commit means that the code was changed. Each part can be repeated alone: \`npm run bench -- --only NAME\`.`;
