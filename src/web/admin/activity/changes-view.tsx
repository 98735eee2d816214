/** What an act changed, field by field. */
import type { Snapshot } from '../../../contract/activity.ts';
import { Moment } from '../widgets/moment.tsx';
import { changesOf, isInstant, textOf, type Value } from './changes.ts';

export function Changes({ before, after }: { before: Snapshot; after: Snapshot }) {
  const hasBoth = before !== null && after !== null;
  return (
    <dl className="mb-2 text-sm">
      {changesOf(before, after).map(({ field, was, is }) => (
        <div key={field} className="grid gap-x-4 border-t border-thread py-1.5 sm:grid-cols-[8rem_1fr_1fr]">
          <dt className="font-semibold">{field}</dt>
          {before && <Side name={hasBoth && 'Before'} value={was} />}
          {after && <Side name={hasBoth && 'After'} value={is} />}
        </div>
      ))}
    </dl>
  );
}

/** Where there is only one side, it needs no name. */
const Side = ({ name, value }: { name: string | false; value: Value }) => (
  <dd className={`min-w-0 break-words whitespace-pre-line ${name ? '' : 'sm:col-span-2'}`}>
    {name && <span className="mr-1.5 text-ink-soft">{name}</span>}
    {isInstant(value) ? <Moment at={value} /> : textOf(value)}
  </dd>
);
