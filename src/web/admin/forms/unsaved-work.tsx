/** Knows whether any form has unsaved values. */
import { createContext, type ReactNode, useCallback, useContext, useEffect, useState } from 'react';
import { createRequiredContext } from '../../hooks/required-context.ts';
import { useConfirm } from '../widgets/confirm.tsx';

/** Asks whether unsaved values may be discarded. */
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

/** Counts a form with unsaved values; returns the function that removes it. */
type Register = () => () => void;

const [RegisterContext, useRegister] = createRequiredContext<Register>('UnsavedWork');
const CountContext = createContext(0);

export function UnsavedWorkProvider({ children }: { children: ReactNode }) {
  const [count, setCount] = useState(0);
  const register = useCallback<Register>(() => {
    setCount((current) => current + 1);
    return () => setCount((current) => current - 1);
  }, []);
  return (
    <RegisterContext value={register}>
      <CountContext value={count}>{children}</CountContext>
    </RegisterContext>
  );
}

export function useUnsavedWork(isUnsaved: boolean): void {
  const register = useRegister();
  useEffect(() => (isUnsaved ? register() : undefined), [isUnsaved, register]);
}

export const useHasUnsavedWork = (): boolean => useContext(CountContext) > 0;
