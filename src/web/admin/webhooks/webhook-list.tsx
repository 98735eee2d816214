/** The list of webhooks, each with its last delivery, its switch and its actions. */
import { useState } from 'react';
import type { CreatedWebhook, Webhook } from '../../../contract/webhooks.ts';
import { ACTION } from '../../components/control-classes.ts';
import { Badge } from '../widgets/badge.tsx';
import { ShortMoment } from '../widgets/moment.tsx';
import { MoreMenu, MoreMenuItem } from '../widgets/more-menu.tsx';
import { Switch } from '../widgets/switch.tsx';
import { DeliveriesDialog } from './deliveries-dialog.tsx';
import { EVENT_NAMES, lookOf, outcomeText, typeName } from './delivery-names.ts';
import { useWebhookActions } from './use-webhook-actions.ts';
import { WebhookDialog } from './webhook-dialog.tsx';

interface WebhookListProps {
  webhooks: readonly Webhook[];
  onCreated(webhook: CreatedWebhook): void;
  onChanged(): Promise<void>;
}

export function WebhookList({ webhooks, onCreated, onChanged }: WebhookListProps) {
  const [edited, setEdited] = useState<Webhook | null>(null);
  const [shown, setShown] = useState<Webhook | null>(null);
  return (
    <>
      <ul className="space-y-3">
        {webhooks.map((webhook) => (
          <li key={webhook.id} className="thread-edge rounded-card bg-cloth p-4">
            <WebhookItem
              webhook={webhook}
              onEdit={() => setEdited(webhook)}
              onShowDeliveries={() => setShown(webhook)}
              onChanged={onChanged}
            />
          </li>
        ))}
      </ul>
      {edited && (
        <WebhookDialog
          webhook={edited}
          onClosed={() => setEdited(null)}
          onCreated={onCreated}
          onChanged={onChanged}
        />
      )}
      {shown && <DeliveriesDialog webhook={shown} onClose={() => setShown(null)} />}
    </>
  );
}

interface WebhookItemProps {
  webhook: Webhook;
  onEdit(): void;
  onShowDeliveries(): void;
  onChanged(): Promise<void>;
}

function WebhookItem({ webhook, onEdit, onShowDeliveries, onChanged }: WebhookItemProps) {
  const actions = useWebhookActions(webhook, onChanged);
  const { host, pathname, search } = new URL(webhook.url);
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <div className="min-w-0 grow basis-64">
          <p className="font-semibold break-all">{host}</p>
          <p className="text-sm break-all text-ink-soft">{pathname + search}</p>
        </div>
        <Switch isOn={webhook.enabled} isBusy={actions.isSwitching} onChange={actions.setEnabled}>
          {webhook.enabled ? 'Enabled' : 'Disabled'}
          <span className="sr-only">: {host}</span>
        </Switch>
      </div>
      <ul aria-label="Events" className="flex flex-wrap gap-2">
        {webhook.events.map((event) => (
          <li key={event}>
            <Badge tone="soft">{EVENT_NAMES[event]}</Badge>
          </li>
        ))}
      </ul>
      <LastDelivery webhook={webhook} />
      <div className="flex flex-wrap items-center gap-2">
        <button
          type="button"
          className={`${ACTION} aria-disabled:opacity-60`}
          aria-disabled={actions.isTesting}
          onClick={actions.sendTest}
        >
          {actions.isTesting ? 'Sending…' : 'Send test'}
          <span className="sr-only"> to {host}</span>
        </button>
        <button type="button" className={ACTION} onClick={onShowDeliveries}>
          Deliveries
          <span className="sr-only"> to {host}</span>
        </button>
        <div className="ml-auto">
          <MoreMenu name={host}>
            <MoreMenuItem onChoose={onEdit}>Edit…</MoreMenuItem>
            <MoreMenuItem onChoose={actions.remove}>Delete…</MoreMenuItem>
          </MoreMenu>
        </div>
      </div>
    </div>
  );
}

function LastDelivery({ webhook: { lastDelivery } }: { webhook: Webhook }) {
  if (!lastDelivery) return <p className="text-ink-soft">Nothing was sent yet.</p>;
  const { label, tone } = lookOf(lastDelivery);
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <Badge tone={tone}>{label}</Badge>
      <p className="text-ink-soft">
        {typeName(lastDelivery)}, {lastDelivery.lastAttemptAt ? 'sent' : 'queued'}{' '}
        <ShortMoment at={lastDelivery.lastAttemptAt ?? lastDelivery.createdAt} />. {outcomeText(lastDelivery)}
      </p>
    </div>
  );
}
