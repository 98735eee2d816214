/** The parts that send messages: mails, webhooks, pushes to visitors, and alerts to staff. */
import { join } from 'node:path';
import { createAlertPusher } from './alerts/alert-pusher.ts';
import { type AlertWatcher, createAlertWatcher } from './alerts/alert-watcher.ts';
import type { Clock, Timers } from './clock.ts';
import type { Config } from './config.ts';
import type { Live } from './live/live.ts';
import type { Log } from './log.ts';
import { createMailer, type Mailer } from './mail/mailer.ts';
import { alertMailFor } from './mail/templates.ts';
import { receiverProblem } from './outgoing/receiver-address.ts';
import { createPushSender, type PushSender } from './push/push-sender.ts';
import { endpointProblem } from './push/push-services.ts';
import { createPushTransport } from './push/push-transport.ts';
import type { AttentionSources } from './services/attention.ts';
import type { ReceiverProblem } from './services/receiver-problem.ts';
import type { Database } from './storage/engines/database.ts';
import { createWebhookSender, type WebhookSender } from './webhooks/webhook-sender.ts';

interface SendersParts {
  config: Config;
  database: Database;
  clock: Clock;
  /** The clock of this machine, also while `CLOCK_START` moves the other one. */
  machineClock: Clock;
  timers: Timers;
  log: Log;
  live: Live;
  baseUrl: string;
  attentionSources: AttentionSources;
}

export interface Senders {
  mailer: Mailer;
  webhooks: WebhookSender;
  push: PushSender;
  alerts: AlertWatcher;
  receiverProblem: ReceiverProblem;
  endpointProblem: ReceiverProblem;
  start(): void;
  stop(): Promise<void>;
}

export function createSenders(parts: SendersParts): Senders {
  const { config, database, clock, machineClock, timers, log, live, baseUrl, attentionSources } = parts;
  const allowed = config.webhookPrivateAddresses ? 'any' : 'public';
  const basics = { database, clock, timers, log };
  const mailer = createMailer({
    ...basics,
    smtpUrl: config.smtpUrl,
    from: config.mailFrom,
    outbox: join(config.dataDir, 'outbox'),
  });
  const webhooks = createWebhookSender({
    ...basics,
    signatureClock: config.clockStart === null ? clock : machineClock,
    allowed,
    changed: live.wake,
  });
  const endpoints = { allowed, hosts: config.pushHosts } as const;
  const transport = createPushTransport({ contact: config.pushContact, ...endpoints });
  const push = createPushSender({ ...basics, baseUrl, transport });
  const alertPusher = createAlertPusher({ ...basics, transport });
  const alerts = createAlertWatcher({
    ...basics,
    sources: attentionSources,
    layout: { baseUrl, mailOf: alertMailFor(baseUrl) },
    queued() {
      mailer.wake();
      void alertPusher.run();
    },
  });

  live.afterClients((tables) => {
    // A visitor's message has queued a mail to staff.
    if (tables.has('contact_messages')) mailer.wake();
    if (tables.has('draws') || tables.has('settings')) {
      webhooks.wake();
      push.wake();
    }
    alerts.wake();
  });

  const senders = [mailer, webhooks, push, alertPusher, alerts];
  return {
    mailer,
    webhooks,
    push,
    alerts,
    receiverProblem: (url) => receiverProblem(url, allowed),
    endpointProblem: (endpoint) => endpointProblem(endpoint, endpoints),
    start() {
      for (const sender of senders) sender.start();
    },
    async stop() {
      await Promise.all(senders.map((sender) => sender.stop()));
      transport.stop();
    },
  };
}
