/** Staff change the settings. */
import { type PublicChange, SETTINGS_ROW_ID } from '../../contract/live.ts';
import type { Settings, SettingsChange } from '../../contract/settings.ts';
import type { Actor } from '../../core/actor.ts';
import { removeAllAlertEvents } from '../storage/alerts/alert-events-store.ts';
import { removeAllAlertPushes } from '../storage/alerts/alert-pushes-store.ts';
import { removeQueuedAlerts } from '../storage/operations/mails-store.ts';
import { readSettings, type VersionedSettings, writeSettings } from '../storage/operations/settings-store.ts';
import type { Writer } from '../storage/schema.ts';
import { expectAccountsForApproval } from './accounts/accounts-for-approval.ts';
import type { ServiceContext } from './context.ts';
import { expectEtag } from './expectations.ts';
import { perform } from './perform.ts';
import { snapshotsOf } from './snapshots.ts';

export interface SettingsEdit {
  settings: SettingsChange;
  expectedEtag?: string | undefined;
}

export const saveSettings = (
  services: ServiceContext,
  { settings: change, expectedEtag }: SettingsEdit,
  actor: Actor,
): Promise<VersionedSettings> =>
  perform(services, actor, async ({ tx, record }) => {
    const former = await readSettings(tx);
    expectEtag(former.etag, expectedEtag);
    const settings: Settings = {
      ...change,
      publishGenerated: change.publishGenerated ?? former.settings.publishGenerated,
      approval: change.approval ?? former.settings.approval,
    };
    const { before, after } = snapshotsOf(former.settings, settings);
    if (Object.keys(after ?? {}).length === 0) return former;
    if (after?.['approval'] === 'entered') await expectAccountsForApproval(tx);
    const saved = await writeSettings(tx, settings);
    if (after?.['enableNotifications'] === false) await discardAlerts(tx);
    await record({
      type: 'settings',
      action: 'Changed settings',
      target: 'Settings',
      before,
      after,
      events: [
        {
          admin: { table: 'settings', type: 'UPDATE', row: { id: SETTINGS_ROW_ID, ...saved.settings } },
          public: publicChange(former.settings, saved.settings),
        },
      ],
    });
    return saved;
  });

/** What waits to be sent would surprise when it is sent after notifications were turned off. */
async function discardAlerts(tx: Writer): Promise<void> {
  await removeQueuedAlerts(tx);
  await removeAllAlertPushes(tx);
  await removeAllAlertEvents(tx);
}

/** Public pages use only two of the settings. */
function publicChange(before: Settings, { publishDelay, maintenanceMode }: Settings): PublicChange | null {
  const isSame = before.publishDelay === publishDelay && before.maintenanceMode === maintenanceMode;
  if (isSame) return null;
  return { table: 'settings', type: 'UPDATE', row: { id: SETTINGS_ROW_ID, publishDelay, maintenanceMode } };
}
