/** Says that what is on the screen may have grown old, and since when, without moving any of it. */
import { istTimeOf } from '../../../core/ist-time.ts';
import { useAdminLive } from '../data/admin-live.tsx';

export function ConnectionNotice() {
  const { lostAt } = useAdminLive();
  return (
    <div role="status" className="pointer-events-none flex justify-center p-2">
      {lostAt !== null && (
        <p className="sink-in rounded-card border-2 border-ember bg-cloth px-4 py-2 text-center font-semibold shadow-card">
          Connection lost: showing what was known at {istTimeOf(lostAt)}. Reconnecting…
        </p>
      )}
    </div>
  );
}
