/** The additional context of the services for staff accounts. */
import type { Clock } from '../../clock.ts';
import type { MailText } from '../../storage/operations/mails-store.ts';
import type { ServiceContext } from '../context.ts';
import type { PasswordCost } from './passwords.ts';

export interface PasswordContext extends ServiceContext {
  passwordCost: PasswordCost;
}

export interface AccountContext extends PasswordContext {
  /** The public origin, for links in mails. */
  baseUrl: string;
  /**
   * The clock for sessions, pending sign-ins and locks: the server's when it follows the database, so that all nodes
   * agree, otherwise the machine's, even with `CLOCK_START`, because Better Auth uses that.
   */
  accountClock: Clock;
  mails: AccountMails;
  /** Called after a commit that queued a mail. */
  mailQueued(): void;
}

/** The texts of the mails. */
export interface AccountMails {
  invitation(invitation: { name: string; invitedBy: string; link: string; validHours: number }): MailText;
  /** For an account that was given a password and can be used at once. */
  newAccount(account: { name: string; createdBy: string; link: string }): MailText;
  passwordReset(reset: { name: string; link: string; validHours: number }): MailText;
}
