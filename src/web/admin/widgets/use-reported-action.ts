/** Runs actions and reports in a toast whether they worked. */
import { useCallback } from 'react';
import { failureText } from '../api/refusal.ts';
import { useToasts } from './toasts.tsx';
import { useSingleRun } from './use-single-run.ts';

interface Texts {
  success?: string;
  /** The text when the server cannot be reached or fails; a refusal has the server's own text. */
  failure: string;
}

type Report = (action: () => Promise<unknown>, texts: Texts) => Promise<boolean>;

/** For actions that may run at the same time, as on several rows. The function resolves to whether the action worked. */
export function useReport(): Report {
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

/** For the buttons of one row or form: a second action while the first is under way is ignored. */
export function useReportedAction(): { isBusy: boolean; run: Report } {
  const report = useReport();
  const { isBusy, run } = useSingleRun();
  return { isBusy, run: async (action, texts) => (await run(() => report(action, texts))) ?? false };
}
