/** Who gets alerts: the preferences of accounts, and their devices. */
import type { AlertPreferences } from '../../../contract/alerts.ts';
import type { BrowserSubscription } from '../../../contract/push.ts';
import type { Role } from '../../../contract/users.ts';
import type { Instant } from '../../../core/ist-time.ts';
import { flag } from '../queries/wire-values.ts';
import type { Reader, Row, Writer } from '../schema.ts';

export type AlertDeviceRow = Row<'alert_devices'>;

/** Until an account chooses, Admins get mails about contact messages, and nobody any other alert. */
const defaultsOf = (role: Role): AlertPreferences => ({ mail: false, contactMail: role === 'admin' });

export async function readAlertPreferences(
  db: Reader,
  { id, role }: { id: string; role: Role },
): Promise<AlertPreferences> {
  const row = await db
    .selectFrom('alert_preferences')
    .select(['mail', 'contact_mail'])
    .where('user_id', '=', id)
    .executeTakeFirst();
  return row ? { mail: row.mail === 1, contactMail: row.contact_mail === 1 } : defaultsOf(role);
}

export async function writeAlertPreferences(
  tx: Writer,
  userId: string,
  { mail, contactMail }: AlertPreferences,
): Promise<void> {
  const chosen = { mail: flag(mail), contact_mail: flag(contactMail) };
  await tx
    .insertInto('alert_preferences')
    .values({ user_id: userId, ...chosen })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(chosen))
    .execute();
}

/** Of the accounts that get alerts. */
export interface RecipientFilter {
  /** Who caused it and gets no message. */
  exceptId: string | null;
  /** The only account that gets it; null for all. */
  onlyId: string | null;
}

const isAmong = (id: string, { exceptId, onlyId }: RecipientFilter): boolean =>
  id !== exceptId && (onlyId === null || id === onlyId);

/** The addresses of the accounts that get alerts by mail. */
export async function readAlertAddresses(db: Reader, filter: RecipientFilter): Promise<string[]> {
  const rows = await db
    .selectFrom('alert_preferences')
    .innerJoin('user', 'user.id', 'alert_preferences.user_id')
    .select(['user.id', 'user.email'])
    .where('alert_preferences.mail', '=', 1)
    .where('user.disabled', '=', false)
    .orderBy('user.email')
    .execute();
  return rows.filter(({ id }) => isAmong(id, filter)).map(({ email }) => email);
}

/** The addresses of the accounts that get mails about contact messages. */
export async function readContactAddresses(db: Reader): Promise<string[]> {
  const rows = await db
    .selectFrom('user')
    .leftJoin('alert_preferences', 'alert_preferences.user_id', 'user.id')
    .select(['user.email', 'user.role', 'alert_preferences.contact_mail'])
    .where('user.disabled', '=', false)
    .orderBy('user.email')
    .execute();
  return rows
    .filter(({ role, contact_mail }) =>
      contact_mail === null ? defaultsOf(role).contactMail : contact_mail === 1,
    )
    .map(({ email }) => email);
}

/** The devices that get alerts. */
export async function readAlertEndpoints(db: Reader, filter: RecipientFilter): Promise<string[]> {
  const rows = await db
    .selectFrom('alert_devices')
    .innerJoin('user', 'user.id', 'alert_devices.user_id')
    .select(['user.id', 'alert_devices.endpoint'])
    .where('user.disabled', '=', false)
    .execute();
  return rows.filter(({ id }) => isAmong(id, filter)).map(({ endpoint }) => endpoint);
}

/** The newest first. */
export const readDevicesOf = (db: Reader, userId: string): Promise<AlertDeviceRow[]> =>
  db
    .selectFrom('alert_devices')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .orderBy('endpoint')
    .execute();

export const findDevice = (db: Reader, endpoint: string): Promise<AlertDeviceRow | undefined> =>
  db.selectFrom('alert_devices').selectAll().where('endpoint', '=', endpoint).executeTakeFirst();

export interface NewDevice {
  userId: string;
  subscription: BrowserSubscription;
  userAgent: string | null;
}

/** A device belongs to the account that added it last. */
export async function writeDevice(
  tx: Writer,
  { userId, subscription: { endpoint, keys }, userAgent }: NewDevice,
  now: Instant,
): Promise<void> {
  const device = { user_id: userId, ...keys, user_agent: userAgent, created_at: now };
  await tx
    .insertInto('alert_devices')
    .values({ endpoint, ...device })
    .onConflict((conflict) => conflict.column('endpoint').doUpdateSet(device))
    .execute();
}

/** With the pushes that wait for them. */
export async function removeDevices(tx: Writer, endpoints: readonly string[]): Promise<void> {
  if (endpoints.length === 0) return;
  await tx.deleteFrom('alert_devices').where('endpoint', 'in', endpoints).execute();
}
