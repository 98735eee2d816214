/** Whether the sign-in screen signs in or creates an account, and the setup code of the link that was opened. */
import { useEffect, useEffectEvent, useState } from 'react';
import { SETUP_FRAGMENT } from '../../../contract/accounts.ts';
import type { SignUpPolicyQuery } from './sign-up-policy.ts';

export type SignInMode = 'sign-in' | 'create';

/** A new object each time that a setup link is opened. */
export interface SetupLink {
  code: string;
}

export function useSignInMode({ data: policy, refetch }: SignUpPolicyQuery) {
  const [setupLink, setSetupLink] = useState(readSetupLink);
  const [chosen, setChosen] = useState<SignInMode | null>(null);

  const openLink = useEffectEvent(() => {
    const link = readSetupLink();
    if (link === null) return;
    removeFragment();
    setSetupLink(link);
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
  const opensForm = setupLink !== null && (policy?.setupCodeNeeded ?? true);
  return { mode: chosen ?? (opensForm ? 'create' : 'sign-in'), setupLink, choose: setChosen } as const;
}

function readSetupLink(): SetupLink | null {
  const { hash } = location;
  return hash.startsWith(SETUP_FRAGMENT) ? { code: hash.slice(SETUP_FRAGMENT.length) } : null;
}

/** The code must not stay in the address, where it would be bookmarked or shared. */
function removeFragment(): void {
  if (readSetupLink() === null) return;
  history.replaceState(history.state, '', location.pathname + location.search);
}
