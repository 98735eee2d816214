/** Admins list, create, change and delete webhooks. The secret is returned once and is in no log. */
import type { Page } from '../../../contract/paging.ts';
import {
  type CreatedWebhook,
  MAX_WEBHOOKS,
  type NewWebhook,
  type Webhook,
  type WebhookDelivery,
  type WebhookPatch,
} from '../../../contract/webhooks.ts';
import type { Actor } from '../../../core/actor.ts';
import { AppError } from '../../errors.ts';
import { invalidation } from '../../storage/feed/feed-store.ts';
import type { PageRequest } from '../../storage/queries/keyset.ts';
import { flag } from '../../storage/queries/wire-values.ts';
import type { Reader } from '../../storage/schema.ts';
import {
  cancelPending,
  listDeliveries,
  readLastDeliveries,
} from '../../storage/webhooks/deliveries-store.ts';
import {
  countWebhooks,
  eventsOf,
  findWebhookRow,
  insertWebhook,
  readWebhookRows,
  removeWebhook,
  toWebhook,
  updateWebhook,
  type WebhookRow,
} from '../../storage/webhooks/webhooks-store.ts';
import type { ServiceContext } from '../context.ts';
import { expectRow, type RowTarget } from '../expectations.ts';
import { idFor } from '../idempotency.ts';
import { type ChangeRecord, perform } from '../perform.ts';
import type { ReceiverProblem } from '../receiver-problem.ts';
import type { RowChange } from '../row-change.ts';
import { type Fields, snapshotsOf } from '../snapshots.ts';

const SECRET_BYTES = 32;
const DISABLED_TEXT = 'The webhook was disabled before the message was sent.';

/** All of them: there are so few that they are one page. */
export async function listWebhooks({ database: { db }, clock }: ServiceContext): Promise<Page<Webhook>> {
  const rows = await readWebhookRows(db);
  const last = new Map((await readLastDeliveries(db)).map((row) => [row.webhook_id, row]));
  return { items: rows.map((row) => toWebhook(row, last.get(row.id), clock.now())), nextCursor: null };
}

export const findWebhook = async (
  { database: { db }, clock }: ServiceContext,
  id: string,
): Promise<Webhook> => present(db, expectRow(await findWebhookRow(db, id), undefined), clock.now());

/** Newest first. */
export async function readDeliveries(
  { database: { db }, clock }: ServiceContext,
  webhookId: string,
  request: PageRequest,
): Promise<Page<WebhookDelivery>> {
  expectRow(await findWebhookRow(db, webhookId), undefined);
  return listDeliveries(db, webhookId, request, clock.now());
}

async function present(db: Reader, row: WebhookRow, now: number): Promise<Webhook> {
  const last = (await readLastDeliveries(db)).find(({ webhook_id }) => webhook_id === row.id);
  return toWebhook(row, last, now);
}

export function createWebhook(
  services: ServiceContext,
  content: NewWebhook,
  {
    actor,
    receiverProblem,
    idempotencyKey,
  }: { actor: Actor; receiverProblem: ReceiverProblem; idempotencyKey?: string | undefined },
): Promise<CreatedWebhook> {
  const { url, events, enabled = true } = content;
  expectUsable(url, receiverProblem);
  const withSecret = (row: WebhookRow): CreatedWebhook => ({
    ...toWebhook(row, undefined, row.created_at),
    secret: row.secret,
  });
  return perform(services, actor, async ({ tx, now, record }) => {
    const id = await idFor(services, tx, {
      table: 'webhooks',
      sender: actor.id,
      key: idempotencyKey,
      content,
    });
    const earlier = await findWebhookRow(tx, id);
    if (earlier) return withSecret(earlier);
    if ((await countWebhooks(tx)) >= MAX_WEBHOOKS) throw new AppError('too-many-webhooks');
    const after: WebhookRow = {
      id,
      url,
      secret: `whsec_${Buffer.from(services.randomBytes(SECRET_BYTES)).toString('base64')}`,
      events: JSON.stringify(events),
      enabled: flag(enabled),
      created_at: now,
      updated_at: now,
      version: 1,
    };
    await insertWebhook(tx, after);
    await record(webhookRecord('Created webhook', { before: null, after }));
    return withSecret(after);
  });
}

/** Disabling cancels what was not sent yet: nothing of it is sent when the webhook is enabled again. */
export function editWebhook(
  services: ServiceContext,
  { id, expectedEtag, patch }: RowTarget & { patch: WebhookPatch },
  { actor, receiverProblem }: { actor: Actor; receiverProblem: ReceiverProblem },
): Promise<Webhook> {
  if (patch.url !== undefined) expectUsable(patch.url, receiverProblem);
  return perform(services, actor, async ({ tx, now, record }) => {
    const before = expectRow(await findWebhookRow(tx, id), expectedEtag);
    const change = {
      url: patch.url ?? before.url,
      events: patch.events ? JSON.stringify(patch.events) : before.events,
      enabled: patch.enabled === undefined ? before.enabled : flag(patch.enabled),
    };
    const isSame =
      change.url === before.url && change.events === before.events && change.enabled === before.enabled;
    if (isSame) return present(tx, before, now);
    const after = await updateWebhook(tx, id, change, now);
    if (before.enabled === 1 && after.enabled === 0) await cancelPending(tx, id, DISABLED_TEXT);
    await record(webhookRecord(actionOf(before, after), { before, after }));
    return present(tx, after, now);
  });
}

function actionOf(before: WebhookRow, after: WebhookRow): string {
  if (before.enabled === after.enabled) return 'Changed webhook';
  return after.enabled === 1 ? 'Enabled webhook' : 'Disabled webhook';
}

export const deleteWebhook = (
  services: ServiceContext,
  { id, expectedEtag }: RowTarget,
  actor: Actor,
): Promise<void> =>
  perform(services, actor, async ({ tx, record }) => {
    const before = expectRow(await findWebhookRow(tx, id), expectedEtag);
    await removeWebhook(tx, id);
    await record(webhookRecord('Deleted webhook', { before, after: null }));
  });

function expectUsable(url: string, receiverProblem: ReceiverProblem): void {
  const problem = receiverProblem(url);
  if (problem !== null) throw new AppError('invalid', { errors: { url: problem } });
}

function webhookRecord(action: string, change: RowChange<WebhookRow>): ChangeRecord {
  const { before, after } = change;
  const type = before ? (after ? 'UPDATE' : 'DELETE') : 'INSERT';
  const snapshots = snapshotsOf(before && loggedFields(before), after && loggedFields(after));
  const isOtherPath = before && after && before.url !== after.url && originOf(before) === originOf(after);
  return {
    type: 'settings',
    action,
    target: new URL((after ?? before).url).host,
    before: snapshots.before,
    after: snapshots.after && { ...snapshots.after, ...(isOtherPath && { path: 'changed' }) },
    events: [invalidation('webhooks', type, (after ?? before).id)],
  };
}

/** Editors read the activity log, and the path of an address may be a secret of the receiver. */
const originOf = ({ url }: WebhookRow): string => new URL(url).origin;

const loggedFields = (row: WebhookRow): Fields => ({
  receiver: originOf(row),
  events: eventsOf(row).join(', '),
  enabled: row.enabled === 1,
});
