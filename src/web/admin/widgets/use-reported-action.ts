/** Tries something and says in a toast what came of it. */
import { useCallback } from 'react';
import { isRefusal } from '../forms/form-problem.ts';
import { useToasts } from './toasts.tsx';

interface Words {
  success?: string;
  /** What the product says when the server cannot be reached or fails; what it refuses, it explains itself. */
  failure: string;
}

/** Answers whether it worked. */
export function useReportedAction(): (work: () => Promise<unknown>, words: Words) => Promise<boolean> {
  const toasts = useToasts();
  return useCallback(
    async (work, { success, failure }) => {
      toasts.forgetFailure(failure);
      try {
        await work();
        if (success) toasts.success(success);
        return true;
      } catch (error) {
        toasts.failure(isRefusal(error) ? error.problem.detail : failure);
        return false;
      }
    },
    [toasts],
  );
}
