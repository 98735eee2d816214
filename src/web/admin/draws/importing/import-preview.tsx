/** The preview of an import: the first rows, or the problems of the file. */
import type { ImportReport } from '../../../../contract/import.ts';
import { type CsvRow, MOST_PROBLEMS, readDrawsCsv } from '../../../../core/csv.ts';
import { slotLabel } from '../../../../core/slots.ts';
import { numberText } from './imports.ts';

const ROWS_SHOWN = 8;
/** Enough for the rows that are shown, also with blank lines between them: a large file takes a second. */
const MOST_LINES_READ = 100;
const PROBLEMS_SHOWN = 20;

export function ImportPreview({ text, report }: { text: string; report: ImportReport }) {
  const count = report.published + report.drafts;
  const reading = readDrawsCsv(text.split('\n', MOST_LINES_READ).join('\n'));
  const draws = reading.ok && report.problems.length === 0 ? reading.draws : [];
  return (
    <div role="status" className="space-y-3">
      {report.problems.length > 0 ? (
        <Problems problems={report.problems} />
      ) : count === 0 ? (
        <p className="font-semibold">The file holds no draws.</p>
      ) : (
        <p className="font-semibold">
          Ready to import: {numberText(report.published)} published, {numberText(report.drafts)} drafts.
        </p>
      )}
      {draws.length > 0 && <FirstRows draws={draws} count={count} />}
    </div>
  );
}

function Problems({ problems }: Pick<ImportReport, 'problems'>) {
  const rest = problems.length - PROBLEMS_SHOWN;
  return (
    <div className="rounded-control border-2 border-ember bg-ground p-3">
      <p className="font-semibold text-ember">{describeCount(problems.length)}: nothing can be imported.</p>
      <ul className="mt-1 space-y-1 text-sm">
        {problems.slice(0, PROBLEMS_SHOWN).map(({ line, message }) => (
          <li key={`${line} ${message}`}>
            <b>Line {line}</b>: {message}
          </li>
        ))}
        {rest > 0 && <li>…and {rest} more.</li>}
      </ul>
    </div>
  );
}

function describeCount(problems: number): string {
  if (problems === 1) return 'One problem';
  return `${problems >= MOST_PROBLEMS ? 'At least ' : ''}${numberText(problems)} problems`;
}

function FirstRows({ draws, count }: { draws: readonly CsvRow[]; count: number }) {
  const rest = count - ROWS_SHOWN;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable with the keyboard.
    <section aria-label="First rows" tabIndex={0} className="overflow-x-auto">
      <table className="w-full text-sm whitespace-nowrap">
        <thead className="text-left text-ink-soft">
          <tr>
            <th className="pr-3">Date</th>
            <th className="pr-3">Time</th>
            <th className="pr-3">Draw No</th>
            <th className="pr-3">Digits</th>
            <th>Status</th>
          </tr>
        </thead>
        <tbody>
          {draws.slice(0, ROWS_SHOWN).map(({ line, date, slot, drawNo, digits, published }) => (
            <tr key={line} className="border-t border-thread">
              <td className="py-1 pr-3">{date}</td>
              <td className="pr-3">{slotLabel(slot)}</td>
              <td className="pr-3">{drawNo}</td>
              <td className="pr-3 font-bold tabular-nums">{digits.join(' ')}</td>
              <td>{published ? 'Published' : 'Draft'}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {rest > 0 && <p className="mt-1 text-sm text-ink-soft">…and {numberText(rest)} more.</p>}
    </section>
  );
}
