/** The one row of settings. */
import { SETTINGS_ROW_ID } from '../../../contract/live.ts';
import type { Settings } from '../../../contract/settings.ts';
import { etagOf, flag } from '../queries/wire-values.ts';
import type { Reader, Row, Writer } from '../schema.ts';

export interface VersionedSettings {
  settings: Settings;
  etag: string;
}

export async function readSettings(db: Reader): Promise<VersionedSettings> {
  const row = await db
    .selectFrom('settings')
    .selectAll()
    .where('id', '=', SETTINGS_ROW_ID)
    .executeTakeFirstOrThrow();
  return toVersionedSettings(row);
}

/** Writes them as the next version. */
export async function writeSettings(tx: Writer, settings: Settings): Promise<VersionedSettings> {
  const row = await tx
    .updateTable('settings')
    .set((eb) => ({
      auto_publish: flag(settings.autoPublish),
      publish_delay: settings.publishDelay,
      generate_time: settings.generateTime,
      enable_notifications: flag(settings.enableNotifications),
      maintenance_mode: flag(settings.maintenanceMode),
      publish_generated: flag(settings.publishGenerated),
      approval: settings.approval,
      version: eb('version', '+', 1),
    }))
    .where('id', '=', SETTINGS_ROW_ID)
    .returningAll()
    .executeTakeFirstOrThrow();
  return toVersionedSettings(row);
}

const toVersionedSettings = (row: Row<'settings'>): VersionedSettings => ({
  settings: {
    autoPublish: row.auto_publish === 1,
    publishDelay: row.publish_delay,
    generateTime: row.generate_time,
    enableNotifications: row.enable_notifications === 1,
    maintenanceMode: row.maintenance_mode === 1,
    publishGenerated: row.publish_generated === 1,
    approval: row.approval,
  },
  etag: etagOf(row.version),
});
