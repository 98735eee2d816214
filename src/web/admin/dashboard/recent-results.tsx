/** The latest published results. */
import type { Dashboard } from '../../../contract/dashboard.ts';
import { digitsOf } from '../../../core/digits.ts';
import { slotLabel } from '../../../core/slots.ts';
import { longDate } from '../../i18n/dates.ts';
import { useMessages } from '../../i18n/i18n.tsx';
import { PROVENANCE_NAMES } from '../draws/provenance-names.ts';
import { ResultDigits } from '../draws/result-digits.tsx';
import { Panel } from '../widgets/panel.tsx';

export function RecentResults({ draws }: { draws: Dashboard['recentResults'] }) {
  const messages = useMessages();
  return (
    <Panel title="Recent Results">
      {draws.length === 0 && <p className="text-ink-soft">No results available</p>}
      <ul className="divide-y divide-thread">
        {draws.map((draw) => (
          <li key={draw.id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-2">
            <div>
              <p className="font-semibold">{draw.drawNo}</p>
              <p className="text-sm text-ink-soft">
                {longDate(draw.date, messages)}, {slotLabel(draw.slot)} · {PROVENANCE_NAMES[draw.provenance]}
              </p>
            </div>
            <ResultDigits digits={digitsOf(draw)} />
          </li>
        ))}
      </ul>
    </Panel>
  );
}
