/** Shows the data of a query; a skeleton while it loads, and a notice where loading failed. */
import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ACTION } from '../../components/control-classes.ts';
import { refetchAll } from '../api/query-client.ts';
import { failureText } from '../api/refusal.ts';

interface QueryViewProps<Data> {
  query: {
    data: Data | undefined;
    isPlaceholderData?: boolean;
    failureReason: Error | null;
    /** It was refused, and is not repeated. */
    isError: boolean;
  };
  /** Read out while it loads. */
  label: string;
  rows: number;
  children(data: Data): ReactNode;
}

export function QueryView<Data>({
  query: { data, isPlaceholderData = false, failureReason, isError },
  label,
  rows,
  children,
}: QueryViewProps<Data>) {
  const isLoaded = data !== undefined && !isPlaceholderData;
  return (
    <>
      {/* Data that could not be refreshed is announced by the frame: a notice here would move the rows. */}
      {failureReason && (!isLoaded || isError) && <LoadProblem error={failureReason} />}
      {data === undefined && !failureReason && <ListSkeleton label={label} rows={rows} />}
      {data !== undefined && children(data)}
    </>
  );
}

/** Hides what follows it, whose buttons would move under the pointer when the data arrives. */
const ListSkeleton = ({ label, rows }: { label: string; rows: number }) => (
  <div role="status" className="space-y-3 [&~*]:invisible">
    <span className="sr-only">{label}</span>
    {Array.from({ length: rows }, (_, row) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the rows are alike and stay where they are.
      <div key={row} className="thread-edge shimmer h-20 rounded-card bg-cloth" />
    ))}
  </div>
);

function LoadProblem({ error }: { error: Error }) {
  const queryClient = useQueryClient();
  return (
    <div
      role="alert"
      className="mb-4 flex flex-wrap items-center justify-between gap-3 rounded-card border-2 border-ember bg-cloth px-4 py-3"
    >
      <p className="font-semibold text-ember">
        {failureText(error, 'This could not be loaded. Check your connection and try again.')}
      </p>
      <button type="button" className={ACTION} onClick={() => refetchAll(queryClient)}>
        Try again
      </button>
    </div>
  );
}
