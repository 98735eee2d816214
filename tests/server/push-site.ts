/** A site on a test's database that pushes to a push service on this machine, with a clock that the test sets. */
import { randomBytes } from 'node:crypto';
import type { BrowserSubscription, NewPushSubscription } from '../../src/contract/push.ts';
import { instantOf, SECOND } from '../../src/core/ist-time.ts';
import { systemTimers } from '../../src/server/clock.ts';
import { createLog } from '../../src/server/log.ts';
import { createPushSender, type PushSender } from '../../src/server/push/push-sender.ts';
import { createPushTransport } from '../../src/server/push/push-transport.ts';
import { createDraw } from '../../src/server/services/draws/draws.ts';
import { subscribe } from '../../src/server/services/push/push-subscriptions.ts';
import type { Database } from '../../src/server/storage/engines/database.ts';
import type { TestEngine } from '../support/databases.ts';
import { type PushService, startPushService } from '../support/push-service.ts';
import { createContext, EDITOR, newDrawFor, type TestContext, TODAY } from './services-context.ts';
import { until } from './webhook-site.ts';

export const BASE_URL = 'https://swarna.example';

/** For all tests of a process: its thread takes longer to start than most tests, and ends when it is idle. */
export const pushTransport = createPushTransport({
  contact: 'mailto:desk@swarna.example',
  allowed: 'any',
  hosts: ['127.0.0.1'],
});

export interface PushSite extends TestContext {
  sender: PushSender;
  service: PushService;
  /** A device of the push service that gets the results of slots. */
  addDevice(
    wanted?: Partial<Omit<NewPushSubscription, 'subscription'>>,
    subscription?: BrowserSubscription,
  ): Promise<BrowserSubscription>;
  /** The endpoints that are subscribed. */
  endpoints(): Promise<string[]>;
}

export async function openPushSite(
  engine: TestEngine,
  {
    startsSending = true,
    ...shared
  }: {
    database?: Database;
    service?: PushService;
    /** Without it, the test starts the sender. */
    startsSending?: boolean;
  } = {},
): Promise<PushSite> {
  // Several nodes must not have the same ids.
  const context = { ...createContext(shared.database ?? (await engine.open())), randomBytes };
  const service = shared.service ?? (await startPushService());
  if (!shared.service) engine.cleanUp(service.stop);
  const sender = createPushSender({
    ...context,
    baseUrl: BASE_URL,
    transport: pushTransport,
    timers: systemTimers,
    log: createLog('silent', context.clock, () => {}),
  });
  engine.cleanUp(sender.stop);
  if (startsSending) sender.start();
  return {
    ...context,
    sender,
    service,
    async addDevice(wanted, subscription = service.subscribe()) {
      const subscriber = {
        network: subscription.endpoint,
        wideNetwork: subscription.endpoint,
        endpointProblem: () => null,
        areDevicesFull: async () => false,
      };
      await subscribe(context, { subscription, slots: ['10:00'], language: 'en', ...wanted }, subscriber);
      return subscription;
    },
    async endpoints() {
      const rows = await context.database.db.selectFrom('push_subscriptions').select('endpoint').execute();
      return rows.map(({ endpoint }) => endpoint);
    },
  };
}

export const AT_TEN = instantOf(TODAY, '10:15');

export async function publish(site: PushSite, slot: '10:00' | '12:00' = '10:00', digits = '13579') {
  const draw = await createDraw(site, newDrawFor(slot, digits, { published: true }), EDITOR);
  site.sender.wake();
  return draw;
}

/** Nothing is left to be pushed now. Read in the order in which events become runs, and runs batches. */
export const settled = ({ database: { db }, clock }: PushSite) =>
  until(async () => {
    const event = db.selectFrom('outgoing_events').select('id').where('push_read_at', 'is', null);
    if (await event.executeTakeFirst()) return false;
    const run = db.selectFrom('push_runs').select('draw_id').where('all_claimed', '=', 0);
    if (await run.executeTakeFirst()) return false;
    const soon = clock.now() + 30 * SECOND;
    const batch = db.selectFrom('push_batches').select('id').where('due_at', '<=', soon);
    return (await batch.executeTakeFirst()) === undefined;
  });
