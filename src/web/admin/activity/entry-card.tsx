/** One entry of the record. */
import type { ActivityEntry, Snapshot } from '../../../contract/activity.ts';
import { Badge } from '../ui/badge.tsx';
import { Moment } from '../ui/moment.tsx';
import { TYPE_NAMES } from './activity-filters.tsx';
import { changesOf } from './changes.ts';

export function EntryCard({ entry }: { entry: ActivityEntry }) {
  const { action, user, target, timestamp, type, before, after } = entry;
  return (
    <li className="thread-edge rounded-card bg-cloth px-4 py-3">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Badge tone="gold">{TYPE_NAMES[type]}</Badge>
        <p className="min-w-0 grow">
          <strong>{action}</strong>: {target}
        </p>
        <p className="text-sm text-ink-soft">
          {user} · <Moment at={timestamp} />
        </p>
      </div>
      {(before || after) && <Changes before={before} after={after} />}
    </li>
  );
}

function Changes({ before, after }: { before: Snapshot; after: Snapshot }) {
  return (
    <details className="mt-1">
      <summary className="inline-flex min-h-11 cursor-pointer items-center font-semibold text-maroon">
        Before and after
      </summary>
      <div className="overflow-x-auto">
        <table className="w-full min-w-lg text-left text-sm">
          <thead>
            <tr className="text-gold-ink">
              <th scope="col" className="py-1 pr-4">
                Field
              </th>
              <th scope="col" className="py-1 pr-4">
                Before
              </th>
              <th scope="col" className="py-1">
                After
              </th>
            </tr>
          </thead>
          <tbody>
            {changesOf(before, after).map(({ field, was, is }) => (
              <tr key={field} className="border-t border-thread align-top">
                <th scope="row" className="py-1.5 pr-4 font-semibold">
                  {field}
                </th>
                <td className="max-w-xs py-1.5 pr-4 whitespace-pre-line text-ink-soft">{was}</td>
                <td className="max-w-xs py-1.5 whitespace-pre-line">{is}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  );
}
