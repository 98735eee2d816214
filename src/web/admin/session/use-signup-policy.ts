/** What the site says about creating accounts. */
import { useCallback, useEffect, useState } from 'react';
import type { SignupPolicy } from '../../../contract/accounts.ts';
import { useRetry } from '../../hooks/use-retry.ts';
import { send } from '../api/admin-api.ts';

export interface KnownPolicy {
  /** Undefined until the server has answered. */
  known: SignupPolicy | undefined;
  hasFailed: boolean;
  ask(): Promise<void>;
}

export function useSignupPolicy(): KnownPolicy {
  const [known, setKnown] = useState<SignupPolicy>();
  const [hasFailed, setFailed] = useState(false);
  const ask = useCallback(async () => {
    try {
      setKnown(await send<SignupPolicy>('GET', '/api/auth/policy'));
      setFailed(false);
    } catch {
      setFailed(true);
    }
  }, []);
  useEffect(() => void ask(), [ask]);
  useRetry(hasFailed, ask);
  return { known, hasFailed, ask };
}

export const isSignUpOpen = ({ signup, accountExists }: SignupPolicy): boolean =>
  signup === 'open' || (signup === 'first' && !accountExists);
