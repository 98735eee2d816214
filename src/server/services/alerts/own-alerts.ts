/** The alerts of one's own account: whether they come by mail, and to which devices. */
import type { SignedInStaff } from '../../../contract/accounts.ts';
import type { AlertPreferences, OwnAlerts } from '../../../contract/alerts.ts';
import type { BrowserSubscription } from '../../../contract/push.ts';
import { TEST_MESSAGE } from '../../../core/alert-texts.ts';
import { HOUR } from '../../../core/ist-time.ts';
import { AppError } from '../../errors.ts';
import { countersIn } from '../../storage/accounts/rate-limits-store.ts';
import { insertAlertEvent } from '../../storage/alerts/alert-events-store.ts';
import {
  findDevice,
  readAlertPreferences,
  readDevicesOf,
  removeDevices,
  writeAlertPreferences,
  writeDevice,
} from '../../storage/alerts/alert-recipients-store.ts';
import { removeQueuedAlertsTo } from '../../storage/operations/mails-store.ts';
import { readSettings } from '../../storage/operations/settings-store.ts';
import { isoOf } from '../../storage/queries/wire-values.ts';
import type { Reader } from '../../storage/schema.ts';
import { accountActionRecord } from '../accounts/user-records.ts';
import { newId, type ServiceContext } from '../context.ts';
import { countOrRefuse } from '../limits.ts';
import { perform } from '../perform.ts';
import { expectSameAuth, expectUsable } from '../push/push-subscriptions.ts';
import type { ReceiverProblem } from '../receiver-problem.ts';

/** With more devices, the one that was added first is removed. */
const MOST_DEVICES = 10;

const TESTS_OF_ACCOUNT = {
  most: 10,
  window: HOUR,
  detail: 'Too many tests. Please try again later.',
};

export async function readOwnAlerts(db: Reader, staff: SignedInStaff): Promise<OwnAlerts> {
  const devices = await readDevicesOf(db, staff.id);
  return {
    ...(await readAlertPreferences(db, staff)),
    devices: devices.map(({ endpoint, user_agent, created_at }) => ({
      endpoint,
      userAgent: user_agent,
      addedAt: isoOf(created_at),
    })),
    notificationsEnabled: (await readSettings(db)).settings.enableNotifications,
  };
}

export const saveAlertPreferences = (
  services: ServiceContext,
  staff: SignedInStaff,
  wanted: AlertPreferences,
): Promise<OwnAlerts> =>
  perform(services, staff, async ({ tx, record }) => {
    const former = await readAlertPreferences(tx, staff);
    if (former.mail !== wanted.mail || former.contactMail !== wanted.contactMail) {
      await writeAlertPreferences(tx, staff.id, wanted);
      if (!wanted.mail) await removeQueuedAlertsTo(tx, staff.email, 'trouble');
      if (!wanted.contactMail) await removeQueuedAlertsTo(tx, staff.email, 'contact');
      await record({
        ...accountActionRecord('Changed own alerts', staff, { ...wanted }),
        before: { ...former },
      });
    }
    return readOwnAlerts(tx, staff);
  });

export interface DeviceToAdd {
  subscription: BrowserSubscription;
  userAgent: string | null;
  endpointProblem: ReceiverProblem;
}

/** Repeating it changes nothing. */
export function addAlertDevice(
  services: ServiceContext,
  staff: SignedInStaff,
  { subscription, userAgent, endpointProblem }: DeviceToAdd,
): Promise<OwnAlerts> {
  expectUsable(subscription, endpointProblem);
  return perform(services, staff, async ({ tx, now, record }) => {
    const { endpoint, keys } = subscription;
    const stored = await findDevice(tx, endpoint);
    if (stored) expectSameAuth(stored.auth, keys.auth);
    if (stored?.user_id !== staff.id || stored.p256dh !== keys.p256dh) {
      await writeDevice(tx, { userId: staff.id, subscription, userAgent }, now);
      const surplus = (await readDevicesOf(tx, staff.id)).slice(MOST_DEVICES);
      await removeDevices(
        tx,
        surplus.map((device) => device.endpoint),
      );
      await record(accountActionRecord('Added own device for alerts', staff, { userAgent }));
    }
    return readOwnAlerts(tx, staff);
  });
}

/** Changes nothing when the account has no such device. */
export const removeAlertDevice = (
  services: ServiceContext,
  staff: SignedInStaff,
  endpoint: string,
): Promise<void> =>
  perform(services, staff, async ({ tx, record }) => {
    const device = (await readDevicesOf(tx, staff.id)).find((own) => own.endpoint === endpoint);
    if (!device) return;
    await removeDevices(tx, [endpoint]);
    await record(
      accountActionRecord('Removed own device for alerts', staff, { userAgent: device.user_agent }),
    );
  });

/** To the account itself, in every way in which it gets alerts. */
export const sendTestAlert = (services: ServiceContext, staff: SignedInStaff): Promise<void> =>
  services.database.write(async (tx) => {
    const now = services.clock.now();
    const { mail, devices, notificationsEnabled } = await readOwnAlerts(tx, staff);
    if (!notificationsEnabled || (!mail && devices.length === 0)) throw new AppError('alerts-off');
    await countOrRefuse(countersIn(tx), `alert tests of ${staff.id}`, TESTS_OF_ACCOUNT, now);
    const id = newId(services);
    const recipient = { isByMail: true, actorId: null, recipientId: staff.id };
    await insertAlertEvent(tx, { id, message: TEST_MESSAGE, ...recipient, at: now });
  });
