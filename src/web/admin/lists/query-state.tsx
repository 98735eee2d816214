/** What stands where data should be while there is none, and what is said when it could not be refreshed. */
import { ACTION } from '../../components/actions.ts';

/** In the shape of a list that is on its way. */
export const ListSkeleton = ({ label, rows }: { label: string; rows: number }) => (
  <div role="status" className="space-y-3">
    <span className="sr-only">{label}</span>
    {Array.from({ length: rows }, (_, row) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the rows are alike and stay where they are.
      <div key={row} className="thread-edge shimmer h-20 rounded-card bg-cloth" />
    ))}
  </div>
);

interface LoadProblemProps {
  /** Whether older data is still shown. */
  hasData: boolean;
  onRetry(): void;
}

export const LoadProblem = ({ hasData, onRetry }: LoadProblemProps) => (
  <div
    role="alert"
    className="mb-4 flex flex-wrap items-center justify-between gap-3 rounded-card border-2 border-ember bg-cloth px-4 py-3"
  >
    <p className="font-semibold text-ember">
      {hasData
        ? 'This could not be refreshed: what you see may be old.'
        : 'This could not be loaded. Check your connection and try again.'}
    </p>
    <button type="button" className={ACTION} onClick={onRetry}>
      Try again
    </button>
  </div>
);
