/** Runs one action at a time: a second one while the first is under way is ignored. */
import { useCallback, useRef, useState } from 'react';

export function useSingleRun() {
  const [isBusy, setBusy] = useState(false);
  // The state of this render may be older than the last click.
  const isRunning = useRef(false);
  const run = useCallback(async <Result>(action: () => Promise<Result>): Promise<Result | undefined> => {
    if (isRunning.current) return undefined;
    isRunning.current = true;
    setBusy(true);
    try {
      return await action();
    } finally {
      isRunning.current = false;
      setBusy(false);
    }
  }, []);
  return { isBusy, run };
}
