/** Runs the live updates of the panel, and says since when the connection is lost. */
import { istTimeOf } from '../../../core/ist-time.ts';
import { timeLabel } from '../../../core/slots.ts';
import { useLiveUpdates } from '../data/use-live-updates.ts';

export function ConnectionNotice() {
  const lostAt = useLiveUpdates();
  return (
    <div role="status" className="pointer-events-none flex justify-center p-2">
      {lostAt !== null && (
        <p className="sink-in rounded-card border-2 border-ember bg-cloth px-4 py-2 text-center font-semibold shadow-card">
          Connection lost: showing what was known at {timeLabel(istTimeOf(lostAt))}. Reconnecting…
        </p>
      )}
    </div>
  );
}
