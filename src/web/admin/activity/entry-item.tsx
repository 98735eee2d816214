/** One entry of the activity log, with what it changed field by field. */
import type { ActivityEntry, Snapshot } from '../../../contract/activity.ts';
import { ChevronIcon } from '../../components/page-icons.tsx';
import { clockTime } from '../../i18n/dates.ts';
import { useMessages } from '../../i18n/i18n.tsx';
import { Badge } from '../widgets/badge.tsx';
import { Moment } from '../widgets/moment.tsx';
import { changesOf, type FieldChange, isInstant } from './changes.ts';
import { fieldName, targetText, type Value, valueText } from './field-names.ts';
import { TYPE_NAMES } from './type-names.ts';

export function EntryItem({ entry }: { entry: ActivityEntry }) {
  const { user, timestamp, type } = entry;
  return (
    <li className="grid grid-cols-[1fr_auto] items-start gap-x-4 py-2 sm:grid-cols-[5rem_1fr_auto] sm:py-0.5">
      <p className="text-sm text-ink-soft tabular-nums sm:py-3">
        <time dateTime={timestamp}>{clockTime(timestamp)}</time>
      </p>
      <div className="col-span-2 row-start-2 min-w-0 sm:col-span-1 sm:col-start-2 sm:row-start-1">
        <Act entry={entry} />
      </div>
      <p className="flex items-center gap-2 text-sm text-ink-soft sm:col-start-3 sm:py-2.5">
        {user}
        <Badge tone="gold">{TYPE_NAMES[type]}</Badge>
      </p>
    </li>
  );
}

function Act({ entry: { type, action, target, before, after } }: { entry: ActivityEntry }) {
  const messages = useMessages();
  const about = targetText(type, target, messages);
  const words = (
    <span className="min-w-0 break-words">
      <strong>{action}</strong>
      {about && `: ${about}`}
      <ResultChange changes={changesOf(before, after)} />
    </span>
  );
  if (!before && !after) return <p className="flex min-h-11 items-center">{words}</p>;
  return (
    <details className="group">
      <summary className="flex min-h-11 cursor-pointer flex-wrap items-center gap-x-3 py-1">
        {words}
        <span className="flex items-center gap-1 text-sm font-semibold text-maroon">
          {before && after ? 'Before and after' : 'Details'}
          <span className="transition-transform group-open:rotate-180">
            <ChevronIcon />
          </span>
        </span>
      </summary>
      <Changes before={before} after={after} />
    </details>
  );
}

/** The digits are what people look for, so they are readable without opening the entry. */
function ResultChange({ changes }: { changes: readonly FieldChange[] }) {
  const result = changes.find(({ field }) => field === 'result');
  if (!result) return null;
  const { was, is } = result;
  return (
    <span className="ml-2 font-bold whitespace-nowrap tabular-nums">
      {was !== undefined && is !== undefined ? `${was} → ${is}` : (is ?? was)}
    </span>
  );
}

function Changes({ before, after }: { before: Snapshot; after: Snapshot }) {
  const hasBoth = before !== null && after !== null;
  return (
    <dl className="mb-2 text-sm">
      {changesOf(before, after).map(({ field, was, is }) => (
        <div key={field} className="grid gap-x-4 border-t border-thread py-1.5 sm:grid-cols-[10rem_1fr_1fr]">
          <dt className="font-semibold">{fieldName(field, is ?? was)}</dt>
          {before && <Side name={hasBoth && 'Before'} field={field} value={was} />}
          {after && <Side name={hasBoth && 'After'} field={field} value={is} />}
        </div>
      ))}
    </dl>
  );
}

interface SideProps {
  /** False where there is only one side. */
  name: 'Before' | 'After' | false;
  field: string;
  value: Value;
}

function Side({ name, field, value }: SideProps) {
  const messages = useMessages();
  return (
    <dd className={`min-w-0 break-words whitespace-pre-line ${name ? '' : 'sm:col-span-2'}`}>
      {name && <span className="mr-1.5 text-ink-soft">{name === 'After' ? '→ After' : name}</span>}
      {isInstant(value) ? <Moment at={value} /> : valueText(field, value, messages)}
    </dd>
  );
}
