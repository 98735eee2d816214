/** The Hono bindings of account routes and guards. */
import type { SignedInStaff } from '../../contract/accounts.ts';
import type { SignupMode } from '../config.ts';
import type { Log } from '../log.ts';
import type { AccountContext } from '../services/accounts/account-context.ts';
import type { WorkQueue } from '../work-queue.ts';
import type { BetterAuth } from './better-auth.ts';

export interface Auth {
  /** The context of the account services. */
  accounts: AccountContext;
  /** Loads Better Auth with the first request that needs it: it would take a tenth of the memory of a public site. */
  betterAuth(): Promise<BetterAuth>;
  signup: SignupMode;
  /** The setup code of the first account is derived from it. */
  setupKey: string;
  origins: ReadonlySet<string>;
  cookiePrefix: string;
  isSecure: boolean;
  /** Signs the cookie of known devices. */
  deviceKey: string;
  /** Decides when passwords are checked. */
  signIns: WorkQueue;
  log: Log;
}

export interface AuthEnv {
  Bindings: {
    auth: Auth;
    client: { address: string; network: string; wideNetwork: string };
    signal: AbortSignal;
  };
  /** Set by `requireStaff`. */
  Variables: { staff: SignedInStaff };
}
