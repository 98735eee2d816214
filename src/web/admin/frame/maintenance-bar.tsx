/** Says on every screen that maintenance mode is on, so that it is not forgotten. */
import { MaintenanceAction } from '../attention/attention-action.tsx';
import { useAttentionItems } from '../attention/use-attention.ts';
import { useSession } from '../session/session.tsx';
import { WarningIcon } from '../widgets/panel-icons.tsx';

export function MaintenanceBar() {
  const { me } = useSession();
  const isOn = useAttentionItems().some(({ kind }) => kind === 'maintenance');
  if (!isOn) return null;
  return (
    <section
      aria-label="Maintenance"
      className="z-20 flex items-center justify-between gap-x-4 border-b-2 border-ember bg-cloth px-4 py-2 sm:px-6 lg:sticky lg:top-0 lg:px-8"
    >
      <p className="flex items-center gap-2.5 font-semibold text-ember">
        <WarningIcon />
        Maintenance is on: visitors cannot see the site.
      </p>
      {me.role === 'admin' && <MaintenanceAction />}
    </section>
  );
}
