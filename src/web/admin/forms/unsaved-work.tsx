/**
 * Asks before what was typed and not saved is left behind, by a link, the back button or a closed tab; and lets nobody
 * leave the panel before what they deleted is, while there is somebody to tell that it is not.
 */
import {
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useEffectEvent,
  useState,
} from 'react';
import { type Location, useBlocker } from 'react-router';
import { useDeletions } from '../data/deletions.tsx';
import { useConfirm } from '../widgets/confirm.tsx';

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

type Hold = () => () => void;

const HoldContext = createContext<Hold | null>(null);

/** One guard for the whole panel, because the router asks only one: several things may be unsaved at a time. */
export function UnsavedWorkProvider({ children }: { children: ReactNode }) {
  const [unsaved, setUnsaved] = useState(0);
  const hold = useCallback<Hold>(() => {
    setUnsaved((count) => count + 1);
    return () => setUnsaved((count) => count - 1);
  }, []);
  useGuard(unsaved > 0);
  return <HoldContext value={hold}>{children}</HoldContext>;
}

function useGuard(isDirty: boolean): void {
  const mayDiscard = useDiscardQuestion();
  const { hasUnfinished, finishAll } = useDeletions();
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      (isDirty && currentLocation.pathname !== nextLocation.pathname) ||
      (hasUnfinished() && !isInPanel(nextLocation)),
  );
  const mayLeave = useEffectEvent(
    async (next: Location) => (!isDirty || (await mayDiscard())) && (isInPanel(next) || (await finishAll())),
  );

  useEffect(() => {
    if (blocker.state !== 'blocked') return;
    void mayLeave(blocker.location).then((yes) => (yes ? blocker.proceed() : blocker.reset()));
  }, [blocker]);

  useEffect(() => {
    if (!isDirty) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', warn);
    return () => removeEventListener('beforeunload', warn);
  }, [isDirty]);
}

const isInPanel = ({ pathname }: Location): boolean =>
  pathname === '/admin' || pathname.startsWith('/admin/');

export function useUnsavedGuard(isDirty: boolean): void {
  const hold = useContext(HoldContext);
  if (!hold) throw new Error('useUnsavedGuard must be used within an UnsavedWorkProvider');
  useEffect(() => (isDirty ? hold() : undefined), [isDirty, hold]);
}
