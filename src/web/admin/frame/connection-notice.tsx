/** Runs the live updates of the panel, and says since when the connection is lost. */
import { istTimeOf } from '../../../core/ist-time.ts';
import { timeLabel } from '../../../core/slots.ts';
import { useLiveUpdates } from '../data/use-live-updates.ts';

export function ConnectionNotice() {
  const lostAt = useLiveUpdates();
  return (
    // Takes space instead of lying over the content: the buttons of the screen stay in view.
    <div role="status">
      {lostAt !== null && (
        <p className="border-b-2 border-ember bg-cloth px-4 py-2 text-center font-semibold">
          Connection lost: showing what was known at {timeLabel(istTimeOf(lostAt))}. Reconnecting…
        </p>
      )}
    </div>
  );
}
