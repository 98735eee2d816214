/** Runs an action and reports in a toast whether it worked. */
import { useCallback } from 'react';
import { failureText } from '../api/refusal.ts';
import { useToasts } from './toasts.tsx';

interface Texts {
  success?: string;
  /** The text when the server cannot be reached or fails; a refusal has the server's own text. */
  failure: string;
}

/** Returns whether it worked. */
export function useReportedAction(): (action: () => Promise<unknown>, texts: Texts) => Promise<boolean> {
  const toasts = useToasts();
  return useCallback(
    async (action, { success, failure }) => {
      toasts.forgetFailure(failure);
      try {
        await action();
        if (success) toasts.success(success);
        return true;
      } catch (error) {
        toasts.failure(failureText(error, failure), failure);
        return false;
      }
    },
    [toasts],
  );
}
