/** The query of whether accounts can be created on the sign-in screen. */
import { useQuery } from '@tanstack/react-query';
import type { SignupPolicy } from '../../../contract/accounts.ts';
import { send } from '../api/admin-api.ts';

const PATH = '/api/auth/policy';

export const useSignUpPolicy = () =>
  useQuery({ queryKey: [PATH], queryFn: ({ signal }) => send<SignupPolicy>('GET', PATH, { signal }) });

export type SignUpPolicyQuery = ReturnType<typeof useSignUpPolicy>;

export const isSignUpOpen = ({ signup, accountExists }: SignupPolicy): boolean =>
  signup === 'open' || (signup === 'first' && !accountExists);
