/** The button that creates the missing drafts of today. */
import { ACTION } from '../../components/control-classes.ts';
import { useInvalidation } from '../api/query-client.ts';
import { useApi } from '../session/session.tsx';
import { useToasts } from '../widgets/toasts.tsx';
import { useReportedAction } from '../widgets/use-reported-action.ts';

export function CreateDrafts() {
  const api = useApi();
  const toasts = useToasts();
  const invalidate = useInvalidation();
  const { isBusy, run } = useReportedAction();

  const createDrafts = () =>
    run(
      async () => {
        const { created } = await api.post<{ created: number }>('/api/admin/drafts');
        void invalidate('draws');
        if (created === 0)
          toasts.success(
            'Nothing to create.',
            'Every slot of today has a draw, or its time has passed and its result can only be entered.',
          );
        else toasts.success('Daily drafts created successfully!', `${created} of 5 slots had no draw.`);
      },
      { failure: 'Error creating drafts. Please try again.' },
    );

  return (
    <button
      type="button"
      aria-disabled={isBusy}
      className={`${ACTION} aria-disabled:opacity-60`}
      onClick={createDrafts}
    >
      {isBusy ? 'Creating…' : 'Create drafts'}
    </button>
  );
}
