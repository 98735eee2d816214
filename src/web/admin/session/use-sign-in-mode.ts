/** Whether the sign-in screen signs in or creates an account, and the setup code of the link that was opened. */
import { useEffect, useEffectEvent, useState } from 'react';
import { SETUP_FRAGMENT } from '../../../contract/accounts.ts';
import type { SignupPolicyQuery } from './signup-policy.ts';

export type SignInMode = 'sign-in' | 'create';

export function useSignInMode({ data: policy, refetch }: SignupPolicyQuery) {
  const [linkedCode, setLinkedCode] = useState(readLinkedCode);
  const [chosen, setChosen] = useState<SignInMode | null>(null);

  const openLink = useEffectEvent(() => {
    const code = readLinkedCode();
    if (code === null) return;
    removeFragment();
    setLinkedCode(code);
    setChosen(null);
    void refetch();
  });
  useEffect(() => {
    removeFragment();
    const onHashChange = () => openLink();
    addEventListener('hashchange', onHashChange);
    return () => removeEventListener('hashchange', onHashChange);
  }, []);

  // Once an account exists, the link opens the usual sign-in screen.
  const opensForm = linkedCode !== null && (policy?.setupCodeNeeded ?? true);
  return { mode: chosen ?? (opensForm ? 'create' : 'sign-in'), linkedCode, choose: setChosen } as const;
}

function readLinkedCode(): string | null {
  const { hash } = location;
  return hash.startsWith(SETUP_FRAGMENT) ? hash.slice(SETUP_FRAGMENT.length) : null;
}

/** The code must not stay in the address, where it would be bookmarked or shared. */
function removeFragment(): void {
  if (readLinkedCode() === null) return;
  history.replaceState(history.state, '', location.pathname + location.search);
}
