/** The button that creates the missing drafts of today. */
import { useState } from 'react';
import { ACTION } from '../../components/control-classes.ts';
import { failureText } from '../api/refusal.ts';
import { useApi } from '../session/session.tsx';
import { useToasts } from '../widgets/toasts.tsx';

const FAILURE = 'Error creating drafts. Please try again.';

export function CreateDrafts() {
  const api = useApi();
  const toasts = useToasts();
  const [isCreating, setCreating] = useState(false);

  async function createDrafts(): Promise<void> {
    if (isCreating) return;
    setCreating(true);
    try {
      const { created } = await api.post<{ created: number }>('/api/admin/drafts');
      if (created === 0)
        toasts.success(
          'Nothing to create.',
          'Every slot of today has a draw, or its time has passed and its result can only be entered.',
        );
      else toasts.success('Daily drafts created successfully!', `${created} of 5 slots had no draw.`);
    } catch (error) {
      toasts.failure(failureText(error, FAILURE));
    }
    setCreating(false);
  }

  return (
    <button
      type="button"
      aria-disabled={isCreating}
      className={`${ACTION} aria-disabled:opacity-60`}
      onClick={createDrafts}
    >
      {isCreating ? 'Creating…' : 'Create drafts'}
    </button>
  );
}
