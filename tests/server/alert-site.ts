/** A site on a test's database that sends alerts by a real mail server and push service, with a clock that the test moves. */
import type { AlertPreferences } from '../../src/contract/alerts.ts';
import type { AlertPush, BrowserSubscription } from '../../src/contract/push.ts';
import type { Settings } from '../../src/contract/settings.ts';
import type { Role } from '../../src/contract/users.ts';
import type { Actor } from '../../src/core/actor.ts';
import { type Instant, instantOf, SECOND } from '../../src/core/ist-time.ts';
import type { Slot } from '../../src/core/slots.ts';
import { type AlertPusher, createAlertPusher } from '../../src/server/alerts/alert-pusher.ts';
import { type AlertWatcher, createAlertWatcher } from '../../src/server/alerts/alert-watcher.ts';
import { createLog } from '../../src/server/log.ts';
import { createMailer, type Mailer } from '../../src/server/mail/mailer.ts';
import { alertMailFor, contactMailsFor } from '../../src/server/mail/templates.ts';
import { addAlertDevice, saveAlertPreferences } from '../../src/server/services/alerts/own-alerts.ts';
import type { AttentionSources } from '../../src/server/services/attention.ts';
import { receiveContact } from '../../src/server/services/content/contacts.ts';
import type { ServiceContext } from '../../src/server/services/context.ts';
import { generateDrafts } from '../../src/server/services/draws/create-drafts.ts';
import { publishDraw } from '../../src/server/services/draws/publish-draw.ts';
import { saveSettings } from '../../src/server/services/settings.ts';
import { insertUser } from '../../src/server/storage/accounts/users-store.ts';
import { listDraws } from '../../src/server/storage/draws/draws-store.ts';
import type { Database, DatabaseLocation } from '../../src/server/storage/engines/database.ts';
import { readSettings } from '../../src/server/storage/operations/settings-store.ts';
import type { TestEngine } from '../support/databases.ts';
import { startMailServer } from '../support/mail-server.ts';
import { startPushService } from '../support/push-service.ts';
import { stepTimeFrom } from '../support/stepped-time.ts';
import { pushTransport } from './push-site.ts';
import { createContext, EDITOR, TODAY } from './services-context.ts';
import { until } from './webhook-site.ts';

export const BASE_URL = 'https://swarna.example';

export const staffOf = (name: string, role: Role = 'editor') => ({
  id: `user-${name}`,
  email: `${name.toLowerCase()}@example.org`,
  name,
  role,
  twoFactorEnabled: false,
  sessionId: 'session',
});

export const at = (time: string): Instant => instantOf(TODAY, time);

/** With today's five drafts, at 09:00, and the accounts of Asha (Admin), Meera and Ravi (Editors). */
export async function openAlertSite(engine: TestEngine, options: { nodes?: number } = {}) {
  const location: DatabaseLocation = await engine.newLocation();
  const database = await engine.open(location);
  const time = stepTimeFrom(at('09:00'));
  const nodes: { watcher: AlertWatcher; mailer: Mailer; pusher: AlertPusher }[] = [];
  const services: ServiceContext = {
    ...createContext(database),
    clock: time.clock,
    // As the live feed does.
    changed: async () => {
      for (const { watcher } of nodes) watcher.wake();
    },
  };
  const mailServer = await startMailServer();
  engine.cleanUp(mailServer.stop);
  const pushService = await startPushService();
  engine.cleanUp(pushService.stop);
  const logged: string[] = [];
  const log = createLog('info', time.clock, (line) => logged.push(line));

  const startNode = (nodeDatabase: Database, sources: Partial<AttentionSources> = {}) => {
    const parts = { database: nodeDatabase, clock: time.clock, timers: time.timers, log };
    const from = 'desk@swarna.example';
    const mailer = createMailer({ ...parts, smtpUrl: mailServer.url, from, outbox: '/nowhere' });
    const pusher = createAlertPusher({ ...parts, transport: pushTransport });
    const watcher = createAlertWatcher({
      ...parts,
      sources: {
        lastVerifiedBackup: async () => null,
        clockJumpedAt: () => null,
        automationFailingSince: () => null,
        ...sources,
      },
      layout: { baseUrl: BASE_URL, mailOf: alertMailFor(BASE_URL) },
      queued() {
        mailer.wake();
        void pusher.run();
      },
    });
    watcher.start();
    pusher.start();
    const stop = async () => {
      await Promise.all([watcher.stop(), pusher.stop(), mailer.stop()]);
    };
    engine.cleanUp(stop);
    nodes.push({ watcher, mailer, pusher });
  };

  const staff = [staffOf('Asha', 'admin'), staffOf('Meera'), staffOf('Ravi')];
  await database.write(async (tx) => {
    for (const { id, email, name, role } of staff)
      await insertUser(tx, { id, email, name, role }, at('09:00'));
  });
  await generateDrafts(services, TODAY);
  startNode(database);
  for (let node = 1; node < (options.nodes ?? 1); node += 1) {
    // SQLite has one process, which still handles concurrent requests.
    startNode(engine.kind === 'postgres' ? await engine.open(location) : database);
  }

  /** Sends what is queued, and waits for it; a mail that has failed is not waited for. */
  async function deliver(): Promise<void> {
    for (const { mailer, pusher } of nodes) {
      mailer.wake();
      await pusher.run();
    }
    const readUntried = () =>
      database.db
        .selectFrom('mails')
        .select('id')
        .where('last_error', 'is', null)
        .where((eb) => eb.or([eb('attempts', '>', 0), eb('next_attempt_at', '<=', time.clock.now())]))
        .execute();
    await until(async () => (await readUntried()).length === 0);
  }

  return {
    ...time,
    services,
    database,
    mailServer,
    pushService,
    logged,
    nodes,
    startNode,
    deliver,
    prefer: (name: string, wanted: Partial<AlertPreferences>) =>
      saveAlertPreferences(services, staffNamed(staff, name), { mail: false, contactMail: false, ...wanted }),
    async addDevice(name: string): Promise<BrowserSubscription> {
      const subscription = pushService.subscribe();
      const device = { subscription, userAgent: 'A browser', endpointProblem: () => null };
      await addAlertDevice(services, staffNamed(staff, name), device);
      return subscription;
    },
    /** Moves to some seconds after a time of today; every node checks on the way and there. */
    async until(timeOfDay: string, seconds = 0): Promise<void> {
      const target = at(timeOfDay) + seconds * SECOND;
      await time.leapTo(Math.max(time.clock.now(), target - 12 * SECOND));
      await time.advanceTo(target);
      await deliver();
    },
    async set(change: Partial<Settings>): Promise<void> {
      const { settings } = await readSettings(database.db);
      await saveSettings(services, { settings: { ...settings, ...change } }, EDITOR);
    },
    async drawOf(slot: Slot) {
      const { items } = await listDraws(database.db, { date: TODAY, slot, limit: 1 });
      const [draw] = items;
      if (!draw) throw new Error(`no draw at ${slot}`);
      return draw;
    },
    /** Each mail that arrived since the last call as `address: subject`. */
    takeMails: (): string[] =>
      mailServer.received
        .splice(0)
        .map(({ to, source }) => `${to}: ${/^Subject: (.*)\r$/m.exec(source)?.[1]}`)
        .sort(),
    /** Each push that arrived since the last call. */
    takePushes: (): (AlertPush & { endpoint: string })[] =>
      pushService.received
        .splice(0)
        .map((message) => ({ ...(message.json() as AlertPush), endpoint: message.endpoint })),
  };
}

function staffNamed(staff: ReturnType<typeof staffOf>[], name: string) {
  const found = staff.find((account) => account.name === name);
  if (!found) throw new Error(`there is no account of ${name}`);
  return found;
}

export type AlertSite = Awaited<ReturnType<typeof openAlertSite>>;

export const MEERA: Actor = { id: 'user-Meera', name: 'Meera' };

/** With the first result published in time. */
export async function openSiteWithResult(engine: TestEngine): Promise<{ site: AlertSite; id: string }> {
  const site = await openAlertSite(engine, { nodes: 2 });
  const { id } = await site.drawOf('10:00');
  await site.leapTo(at('10:15'));
  await publishDraw(site.services, { id }, EDITOR);
  return { site, id };
}

export const receiveMessage = (site: AlertSite, network: string) =>
  receiveContact(
    site.services,
    { name: 'Eve', phone: '1', email: 'eve@example.org', message: 'My secret', consent: true },
    { network, wideNetwork: network, mails: contactMailsFor(BASE_URL) },
  );
