/** Says, over the foot of the page, that what is shown may have grown old, and since when. */
import { istTimeOf } from '../../core/ist-time.ts';
import { useMessages } from '../i18n/i18n.tsx';
import { useData } from './live-provider.tsx';

export function ConnectionBanner() {
  const { live } = useMessages();
  const { staleSince, settings } = useData();
  const text = settings.maintenanceMode
    ? live.maintenance
    : staleSince !== null && live.lost(istTimeOf(staleSince));
  return (
    <div role="status" className="screen-only pointer-events-none fixed inset-x-0 bottom-0 z-30 p-3">
      {text && (
        <p className="rise-in mx-auto w-fit max-w-page rounded-card border-2 border-ember bg-cloth px-5 py-2.5 text-center font-semibold shadow-card">
          {text}
        </p>
      )}
    </div>
  );
}
