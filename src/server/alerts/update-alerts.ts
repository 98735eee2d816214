/** Compares the incidents of the site with the alerts that are open, and stores and queues what has changed. */
import type { Settings } from '../../contract/settings.ts';
import { beginMessage, type DrawOutcome, endMessage } from '../../core/alert-texts.ts';
import {
  type AlertChanges,
  alertChanges,
  nextAlertCheck,
  REPORTED_AGAIN_AFTER,
  type ReportedTrouble,
} from '../../core/alerts.ts';
import type { Instant } from '../../core/ist-time.ts';
import { revealInstant } from '../../core/phase.ts';
import { type NodeFacts, readAttentionFacts } from '../services/attention.ts';
import { readDueEvents, removeAlertEvent } from '../storage/alerts/alert-events-store.ts';
import { insertIncident, readReportedIncidents, updateIncident } from '../storage/alerts/alerts-store.ts';
import { readDay } from '../storage/draws/draws-store.ts';
import type { Reader, Row, Writer } from '../storage/schema.ts';
import { type Alert, type AlertLayout, queueAlert } from './queue-alert.ts';

interface AlertWork extends AlertChanges {
  settings: Settings;
  events: Row<'alert_events'>[];
}

/** While notifications are off nothing begins: what still lasts when they are turned on is reported then. */
async function findWork(db: Reader, node: NodeFacts, now: Instant): Promise<AlertWork> {
  const { settings, ...facts } = await readAttentionFacts(db, node, now);
  const reported = await readReportedIncidents(db, now - REPORTED_AGAIN_AFTER);
  const { begun, ...changes } = alertChanges(facts, reported, now);
  const events = await readDueEvents(db, now);
  return { ...changes, begun: settings.enableNotifications ? begun : [], settings, events };
}

interface AlertCheck {
  hasWork: boolean;
  nextCheckAt: Instant;
}

export async function checkAlerts(db: Reader, node: NodeFacts, now: Instant): Promise<AlertCheck> {
  const { begun, ended, seen, events, settings } = await findWork(db, node, now);
  return {
    hasWork: [begun, ended, seen, events].some((list) => list.length > 0),
    nextCheckAt: nextAlertCheck(now, settings.publishDelay),
  };
}

const EVERYBODY = { exceptId: null, onlyId: null };

/** Reads everything again in the transaction: another node may have reported it since. */
export async function updateAlerts(
  tx: Writer,
  node: NodeFacts,
  layout: AlertLayout,
  now: Instant,
): Promise<void> {
  const { begun, ended, seen, events, settings } = await findWork(tx, node, now);
  const isOn = settings.enableNotifications;
  const queue = (alert: Pick<Alert, 'id' | 'message'>) =>
    queueAlert(tx, { ...alert, isByMail: true, recipients: EVERYBODY }, layout, now);
  for (const incident of begun) {
    const id = crypto.randomUUID();
    await insertIncident(tx, { id, ...incident }, now);
    await queue({ id, message: beginMessage(incident) });
  }
  for (const incident of ended) {
    await updateIncident(tx, incident.id, { ended_at: now });
    if (!isOn) continue;
    const outcome = await readOutcome(tx, incident, settings);
    const message = endMessage(incident, outcome, now);
    if (message) await queue({ id: incident.id, message });
  }
  for (const { id } of seen) await updateIncident(tx, id, { seen_at: now });
  for (const event of events) {
    await removeAlertEvent(tx, event.id);
    if (isOn) await queueAlert(tx, alertOfEvent(event), layout, now);
  }
}

async function readOutcome(
  db: Reader,
  { draw }: ReportedTrouble,
  { publishDelay }: Settings,
): Promise<DrawOutcome> {
  if (draw === null) return null;
  const { date, slot } = draw;
  const found = (await readDay(db, date)).find((other) => other.slot === slot);
  if (!found) return null;
  const { published, publishedAt } = found;
  return {
    dueAt: revealInstant(date, slot, publishDelay),
    publishedAt: published && publishedAt !== null ? Date.parse(publishedAt) : null,
  };
}

const alertOfEvent = ({ id, title, text, path, by_mail, actor_id, recipient_id }: Row<'alert_events'>) => ({
  id,
  message: { title, text, path },
  isByMail: by_mail === 1,
  recipients: { exceptId: actor_id, onlyId: recipient_id },
});
