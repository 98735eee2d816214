/** Devices in a database that get the result of 10:00, and have received others before. */
import type { BrowserSubscription } from '../../src/contract/push.ts';
import { queryPostgres } from './postgres.ts';
import type { PushService } from './push-service.ts';

export async function addDevices(
  database: string,
  service: PushService,
  count: number,
): Promise<BrowserSubscription[]> {
  const devices = Array.from({ length: count }, () => service.subscribe());
  const rows = devices.map(({ endpoint, keys }) => ({
    endpoint,
    ...keys,
    slots: '10:00',
    language: 'en',
    has_received: 1,
    failed_results: 0,
  }));
  await queryPostgres(
    database,
    `insert into push_subscriptions select * from json_populate_recordset(null::push_subscriptions, '${JSON.stringify(rows)}')`,
  );
  return devices;
}
