/** Runs the live updates of the panel, and says when what it shows may be old. */
import { useIsFetching } from '@tanstack/react-query';
import { istTimeOf } from '../../../core/ist-time.ts';
import { timeLabel } from '../../../core/slots.ts';
import { useLiveUpdates } from '../data/use-live-updates.ts';

export function ConnectionNotice() {
  const lostAt = useLiveUpdates();
  // A failed request is repeated until it succeeds, so its query stays in the state of fetching.
  const failing = useIsFetching({ predicate: ({ state }) => state.fetchFailureReason !== null });
  const text =
    lostAt !== null
      ? `Connection lost: showing what was known at ${timeLabel(istTimeOf(lostAt))}. Reconnecting…`
      : failing > 0 && 'The server does not respond: what you see may be old. Trying again…';
  return (
    // In the place of the product name: a notice that comes and goes must neither move nor cover a button.
    <div
      role="status"
      className="pointer-events-none fixed top-0 right-0 left-14 z-40 h-header pb-1.5 lg:right-auto lg:left-0 lg:w-64"
    >
      {text && (
        <p className="flex h-full items-center bg-ember px-3 text-sm/tight font-semibold text-on-strong">
          {text}
        </p>
      )}
    </div>
  );
}
