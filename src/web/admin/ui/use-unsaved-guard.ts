/** Asks before what was typed and not saved is left behind, by a link, the back button or a closed tab. */
import { useCallback, useEffect } from 'react';
import { useBlocker } from 'react-router';
import { useConfirm } from './confirm.tsx';

/** Answers whether what was typed may be thrown away. */
export function useDiscardQuestion(): () => Promise<boolean> {
  const confirm = useConfirm();
  return useCallback(
    () =>
      confirm({
        title: 'Leave without saving?',
        text: 'What you changed here has not been saved and would be lost.',
        action: 'Leave without saving',
      }),
    [confirm],
  );
}

export function useUnsavedGuard(isDirty: boolean): void {
  const mayDiscard = useDiscardQuestion();
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => isDirty && currentLocation.pathname !== nextLocation.pathname,
  );

  useEffect(() => {
    if (blocker.state !== 'blocked') return;
    void mayDiscard().then((yes) => (yes ? blocker.proceed() : blocker.reset()));
  }, [blocker, mayDiscard]);

  useEffect(() => {
    if (!isDirty) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', warn);
    return () => removeEventListener('beforeunload', warn);
  }, [isDirty]);
}
