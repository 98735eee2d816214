/** The last imports, each of which can be taken back while none of its draws was changed. */
import type { DrawImport } from '../../../../contract/import.ts';
import { useMessages } from '../../../i18n/i18n.tsx';
import { ROW_ACTION } from '../../lists/list-row.ts';
import { Moment } from '../../widgets/moment.tsx';
import { ImportProgress } from './import-progress.tsx';
import { countOf, countText, periodText, progressText } from './imports.ts';
import { useTakeBack } from './use-take-back.ts';

const MOST_SHOWN = 5;

export function RecentImports({ imports }: { imports: readonly DrawImport[] }) {
  if (imports.length === 0) return null;
  return (
    <section aria-labelledby="recent-imports" className="border-t border-thread pt-4">
      <h3 id="recent-imports" className="text-base">
        Recent imports
      </h3>
      <ul className="divide-y divide-thread">
        {imports.slice(0, MOST_SHOWN).map((each) => (
          <RecentImport key={each.id} each={each} />
        ))}
      </ul>
    </section>
  );
}

function RecentImport({ each }: { each: DrawImport }) {
  const messages = useMessages();
  const takeBack = useTakeBack();
  const { id, total, user, createdAt, changed, running } = each;
  const stopped = running ? '' : progressText(each);
  return (
    <li className="grid items-center gap-x-3 py-2 sm:grid-cols-[1fr_auto]">
      <div className="min-w-0">
        <p className="font-semibold">
          {countText(total)} {periodText(each, messages)}
        </p>
        <p className="text-sm text-ink-soft">
          {user}, <Moment at={createdAt} />
        </p>
        {stopped && <p className="text-sm font-semibold text-ember">Stopped: {stopped}</p>}
        {running && <ImportProgress current={each} />}
      </div>
      {running ? null : changed === 0 ? (
        <button type="button" className={`${ROW_ACTION} -mx-3 w-fit`} onClick={() => takeBack(id)}>
          Take back<span className="sr-only"> {countText(countOf(each))}</span>
        </button>
      ) : (
        <p className="text-sm text-ink-soft">{countText(changed)} changed since: cannot be taken back.</p>
      )}
    </li>
  );
}
