/** The dialog with everything that was sent to a webhook, and a button to send it again. */
import type { Webhook, WebhookDelivery } from '../../../contract/webhooks.ts';
import { ACTION } from '../../components/control-classes.ts';
import { useInvalidation } from '../api/query-client.ts';
import { useList } from '../data/queries.ts';
import { ListView } from '../lists/list-view.tsx';
import { Badge } from '../widgets/badge.tsx';
import { Dialog } from '../widgets/dialog.tsx';
import { Moment, ShortMoment } from '../widgets/moment.tsx';
import { lookOf, outcomeText, typeName } from './delivery-names.ts';
import { useAttempt } from './use-webhook-actions.ts';

interface DeliveriesDialogProps {
  webhook: Webhook;
  onClose(): void;
}

export function DeliveriesDialog({ webhook, onClose }: DeliveriesDialogProps) {
  const path = `/api/admin/webhooks/${webhook.id}/deliveries`;
  const deliveries = useList<WebhookDelivery>(path, {}, ['webhooks'], { pageSize: 20 });
  return (
    <Dialog
      isOpen
      onClose={onClose}
      isWide
      title={`Deliveries to ${new URL(webhook.url).host}`}
      description="The newest first, of the last 30 days."
    >
      <ListView
        list={deliveries}
        label="deliveries"
        empty={{ title: 'Nothing was sent yet', text: 'Send a test, or wait for the next result.' }}
      >
        {(items) => (
          <ul className="divide-y divide-thread">
            {items.map((delivery) => (
              <DeliveryItem key={delivery.id} delivery={delivery} path={`${path}/${delivery.id}`} />
            ))}
          </ul>
        )}
      </ListView>
    </Dialog>
  );
}

function DeliveryItem({ delivery, path }: { delivery: WebhookDelivery; path: string }) {
  const invalidate = useInvalidation();
  const { isRunning, attempt } = useAttempt(() => invalidate('webhooks'));
  const { label, tone } = lookOf(delivery);
  const name = `${typeName(delivery)}, ${delivery.drawNo}`;
  return (
    <li className="flex flex-wrap items-start gap-x-4 gap-y-2 py-3 first:pt-0 last:pb-0">
      <div className="min-w-0 grow basis-64">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <Badge tone={tone}>{label}</Badge>
          <span className="font-semibold">{name}</span>
        </p>
        <p className="mt-1 text-sm text-ink-soft">
          <Moment at={delivery.createdAt} />
          {delivery.attempts > 1 && ` · ${delivery.attempts} attempts`}
        </p>
        <p className="mt-1">{outcomeText(delivery)}</p>
        {delivery.state === 'pending' && delivery.nextAttemptAt && (
          <p className="text-ink-soft">
            {delivery.attempts > 0 ? 'Sent again' : 'Sent'} <ShortMoment at={delivery.nextAttemptAt} />.
          </p>
        )}
        <p className="mt-1 text-sm break-all text-ink-soft">{delivery.messageId}</p>
        {delivery.answer && (
          <details className="mt-2">
            <summary className="min-h-11 cursor-pointer content-center font-semibold text-maroon">
              Answer
            </summary>
            <pre className="rounded-control bg-ground p-3 text-sm break-all whitespace-pre-wrap">
              {delivery.answer}
            </pre>
          </details>
        )}
      </div>
      <button
        type="button"
        className={`${ACTION} aria-disabled:opacity-60`}
        aria-disabled={isRunning || delivery.state === 'sending'}
        onClick={() => delivery.state !== 'sending' && attempt(`${path}/redeliver`)}
      >
        {isRunning ? 'Sending…' : 'Send again'}
        <span className="sr-only">: {name}</span>
      </button>
    </li>
  );
}
