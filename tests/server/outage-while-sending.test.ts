/** The database does not respond while messages are sent, for longer than they are claimed: none is sent twice. */
import { expect, test } from 'bun:test';
import { DRAW_EVENTS } from '../../src/core/draw-events.ts';
import { HOUR, instantOf } from '../../src/core/ist-time.ts';
import { createAlertPusher } from '../../src/server/alerts/alert-pusher.ts';
import { systemTimers } from '../../src/server/clock.ts';
import { createLog } from '../../src/server/log.ts';
import { createMailer } from '../../src/server/mail/mailer.ts';
import { createPushSender } from '../../src/server/push/push-sender.ts';
import { createPushTransport } from '../../src/server/push/push-transport.ts';
import { addAlertDevice } from '../../src/server/services/alerts/own-alerts.ts';
import { createDraw } from '../../src/server/services/draws/draws.ts';
import { subscribe } from '../../src/server/services/push/push-subscriptions.ts';
import { createWebhook } from '../../src/server/services/webhooks/webhooks.ts';
import { insertUser } from '../../src/server/storage/accounts/users-store.ts';
import { enqueuePushes } from '../../src/server/storage/alerts/alert-pushes-store.ts';
import { type Database, openDatabase } from '../../src/server/storage/engines/database.ts';
import { enqueueMail } from '../../src/server/storage/operations/mails-store.ts';
import { createWebhookSender } from '../../src/server/webhooks/webhook-sender.ts';
import { cleanUpAfterEach } from '../support/cleanups.ts';
import { startMailServer } from '../support/mail-server.ts';
import { createTestDatabase } from '../support/postgres.ts';
import { startPostgresProxy } from '../support/postgres-proxy.ts';
import { startPushService } from '../support/push-service.ts';
import { startWebhookReceiver } from '../support/webhook-receiver.ts';
import { staffOf } from './alert-site.ts';
import { createContext, EDITOR, newDrawFor, type TestContext, TODAY } from './services-context.ts';
import { until } from './webhook-site.ts';

const cleanups = cleanUpAfterEach();

const MAIL = { to: 'asha@example.org', subject: 'Hello', text: 'A text.\n', html: null };
const ANYBODY = {
  network: '192.0.2.1',
  wideNetwork: '192.0.2.1',
  endpointProblem: () => null,
  areDevicesFull: async () => false,
};

async function openThroughProxy(url: string) {
  const line = await startPostgresProxy(url);
  cleanups.push(line.close);
  const database = await openDatabase({ kind: 'postgres', url: line.url });
  cleanups.push(() => database.close());
  return { line, database };
}

/** Everything that sends messages on a node. */
function startSenders(database: Database, { clock }: TestContext, smtpUrl: string) {
  const log = createLog('silent', clock, () => {});
  const transport = createPushTransport({
    contact: 'mailto:desk@swarna.example',
    allowed: 'any',
    hosts: ['127.0.0.1'],
  });
  const parts = { database, clock, timers: systemTimers, log, transport };
  const mailer = createMailer({ ...parts, smtpUrl, from: 'desk@swarna.example', outbox: '/nowhere' });
  const pusher = createAlertPusher(parts);
  const webhooks = createWebhookSender({
    ...parts,
    signatureClock: { now: () => Date.now() },
    allowed: 'any',
    changed: async () => {},
  });
  const results = createPushSender({ ...parts, baseUrl: 'https://swarna.example' });
  const senders = [mailer, pusher, webhooks, results];
  for (const sender of senders) {
    sender.start();
    cleanups.push(sender.stop);
  }
  cleanups.push(transport.stop);
  return {
    wake() {
      for (const { wake } of [mailer, webhooks, results]) wake();
      void pusher.run();
    },
  };
}

test('mails, webhooks and pushes are sent once', async () => {
  const { url, release } = await createTestDatabase();
  cleanups.push(release);
  const database = await openDatabase({ kind: 'postgres', url });
  cleanups.push(() => database.close());
  const site = createContext(database, instantOf(TODAY, '10:15'));
  const mails = await startMailServer();
  cleanups.push(mails.stop);
  const receiver = await startWebhookReceiver();
  cleanups.push(receiver.stop);
  const service = await startPushService();
  cleanups.push(service.stop);
  const visitor = service.subscribe();
  const device = service.subscribe();
  await subscribe(site, { subscription: visitor, slots: ['10:00'], language: 'en' }, ANYBODY);
  const webhook = { url: receiver.url, events: [...DRAW_EVENTS] };
  await createWebhook(site, webhook, { actor: EDITOR, receiverProblem: () => null });
  const asha = staffOf('Asha', 'admin');
  const { id, email, name, role } = asha;
  await database.write((tx) => insertUser(tx, { id, email, name, role }, site.clock.now()));
  await addAlertDevice(site, asha, { subscription: device, userAgent: null, endpointProblem: () => null });

  const answers: (() => void)[] = [];
  service.respond = (response) => void answers.push(() => response.writeHead(201).end());
  receiver.answer = (response) => void answers.push(() => response.writeHead(204).end());
  mails.slowness = 3_000;
  const nodes = [await openThroughProxy(url), await openThroughProxy(url)];
  await createDraw(site, newDrawFor('10:00', '13579', { published: true }), EDITOR);
  await database.write(async (tx) => {
    await enqueueMail(tx, MAIL, site.clock.now());
    await enqueuePushes(tx, [device.endpoint], { topic: 'alert', payload: '{}' }, site.clock.now());
  });
  const senders = nodes.map((node) => startSenders(node.database, site, mails.url));
  await until(() => answers.length === 3);

  for (const { line } of nodes) line.silence();
  await until(() => nodes.every((node) => !node.database.state().responds));
  for (const answer of answers) answer();
  service.respond = (response) => void response.writeHead(201).end();
  receiver.answer = (response) => void response.writeHead(204).end();
  await until(() => mails.received.length === 1);
  mails.slowness = 0;
  // The claims end.
  site.setTime(site.clock.now() + HOUR);
  for (const { line } of nodes) line.endSilence();
  const readQueues = () =>
    Promise.all([
      database.db.selectFrom('mails').select('id').execute(),
      database.db.selectFrom('alert_pushes').select('id').execute(),
      database.db.selectFrom('push_batches').select('id').execute(),
      database.db.selectFrom('webhook_deliveries').select('id').where('state', '=', 'pending').execute(),
    ]);
  await until(async () => {
    for (const { wake } of senders) wake();
    return (await readQueues()).every((queue) => queue.length === 0);
  });
  expect(mails.received).toHaveLength(1);
  expect(receiver.received).toHaveLength(1);
  expect(service.received.map(({ endpoint }) => endpoint).sort()).toEqual(
    [visitor.endpoint, device.endpoint].sort(),
  );
}, 60_000);
