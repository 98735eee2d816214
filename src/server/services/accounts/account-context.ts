/** What the services for staff accounts need besides what every service has. */
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
   * By which sessions, pending sign-ins and locks expire: the server's where it follows the database, so that all nodes
   * agree, and the machine's otherwise, whatever `CLOCK_START` says, since Better Auth knows no other.
   */
  accountClock: Clock;
  mails: AccountMails;
  /** Called after a commit that queued a mail. */
  mailQueued(): void;
}

/** The words of the mails. */
export interface AccountMails {
  invitation(invitation: { name: string; invitedBy: string; link: string; validHours: number }): MailText;
  /** For an account that was given a password and can be used at once. */
  newAccount(account: { name: string; createdBy: string; link: string }): MailText;
  passwordReset(reset: { name: string; link: string; validHours: number }): MailText;
}
