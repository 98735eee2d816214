/** The last imports, each of which can be taken back while none of its draws was changed. */
import type { DrawImport } from '../../../../contract/import.ts';
import type { Page } from '../../../../contract/paging.ts';
import { useMessages } from '../../../i18n/i18n.tsx';
import { useAdminQuery } from '../../data/queries.ts';
import { ROW_ACTION } from '../../lists/list-row.ts';
import { Moment } from '../../widgets/moment.tsx';
import { countText, IMPORTS_PATH, periodText, useTakeBack } from './use-take-back.ts';

const MOST_SHOWN = 5;

export function RecentImports() {
  const messages = useMessages();
  const takeBack = useTakeBack();
  // Every import and every change of a draw is in the activity log.
  const { data } = useAdminQuery<Page<DrawImport>>(IMPORTS_PATH, ['activity']);
  if (!data || data.items.length === 0) return null;
  return (
    <section aria-labelledby="recent-imports" className="border-t border-thread pt-4">
      <h3 id="recent-imports" className="text-base">
        Recent imports
      </h3>
      <ul className="divide-y divide-thread">
        {data.items.slice(0, MOST_SHOWN).map((each) => (
          <li key={each.id} className="grid items-center gap-x-3 py-2 sm:grid-cols-[1fr_auto]">
            <div className="min-w-0">
              <p className="font-semibold">
                {countText(each.created)} {periodText(each, messages)}
              </p>
              <p className="text-sm text-ink-soft">
                {each.user}, <Moment at={each.createdAt} />
              </p>
            </div>
            {each.changed === 0 ? (
              <button type="button" className={`${ROW_ACTION} -mx-3 w-fit`} onClick={() => takeBack(each.id)}>
                Take back<span className="sr-only"> {countText(each.created)}</span>
              </button>
            ) : (
              <p className="text-sm text-ink-soft">
                {countText(each.changed)} changed since: cannot be taken back.
              </p>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
