/** Lists the results that a change of the settings would publish at once, and asks. */
import type { DueDrafts } from '../../../contract/draws.ts';
import type { Settings } from '../../../contract/settings.ts';
import { digitsOf } from '../../../core/digits.ts';
import { slotLabel } from '../../../core/slots.ts';
import { longDate } from '../../i18n/dates.ts';
import { useMessages } from '../../i18n/i18n.tsx';
import { ProvenanceBadge } from '../draws/draw-state-badge.tsx';
import { ResultDigits } from '../draws/result-digits.tsx';
import { useApi } from '../session/session.tsx';
import { useConfirm } from '../widgets/confirm.tsx';

const RULES = ['autoPublish', 'publishGenerated', 'publishDelay'] as const;

/** Whether other drafts may be due after the change. */
export const changesPublication = (saved: Settings, settings: Settings): boolean =>
  settings.autoPublish && RULES.some((name) => saved[name] !== settings[name]);

/** Resolves to whether the settings may be saved. */
export function usePublicationQuestion(): (settings: Settings) => Promise<boolean> {
  const api = useApi();
  const confirm = useConfirm();
  return async (settings) => {
    const query = new URLSearchParams(RULES.map((name) => [name, String(settings[name])]));
    const { items } = await api.get<DueDrafts>(`/api/admin/drafts/due?${query}`);
    if (items.length === 0) return true;
    return confirm({
      title: items.length === 1 ? 'Publish 1 result at once?' : `Publish ${items.length} results at once?`,
      text: 'With these settings, everyone would see at once:',
      details: <Drafts drafts={items} />,
      action: 'Save and publish',
    });
  };
}

function Drafts({ drafts }: { drafts: DueDrafts['items'] }) {
  const messages = useMessages();
  return (
    <ul className="mt-3 divide-y divide-thread border-y border-thread">
      {drafts.map((draft) => (
        <li key={draft.id} className="flex flex-wrap items-center justify-between gap-2 py-2">
          <div>
            <p className="font-semibold">{draft.drawNo}</p>
            <p className="text-sm text-ink-soft">
              {longDate(draft.date, messages)}, {slotLabel(draft.slot)}
            </p>
            <ProvenanceBadge draw={draft} />
          </div>
          <ResultDigits digits={digitsOf(draft)} />
        </li>
      ))}
    </ul>
  );
}
