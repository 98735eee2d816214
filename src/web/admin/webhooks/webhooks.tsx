/** The Webhooks screen: addresses of partners that are notified of results. */
import { useState } from 'react';
import { Link } from 'react-router';
import type { CreatedWebhook, Webhook } from '../../../contract/webhooks.ts';
import { ACTION, MAIN_ACTION } from '../../components/control-classes.ts';
import { useInvalidation } from '../api/query-client.ts';
import { useWholeList } from '../data/queries.ts';
import { useSettingsQuery } from '../data/settings.ts';
import { useKey } from '../keys/keys.tsx';
import { ListView } from '../lists/list-view.tsx';
import { PlusIcon } from '../widgets/panel-icons.tsx';
import { ScreenTitle } from '../widgets/screen-title.tsx';
import { SecretDialog } from './secret-dialog.tsx';
import { WebhookDialog } from './webhook-dialog.tsx';
import { WebhookList } from './webhook-list.tsx';

export default function Webhooks() {
  const webhooks = useWholeList<Webhook>('/api/admin/webhooks', ['webhooks']);
  const invalidate = useInvalidation();
  const refetch = () => invalidate('webhooks');
  const [isAdding, setAdding] = useState(false);
  const [created, setCreated] = useState<CreatedWebhook | null>(null);
  useKey('n', 'Add webhook', () => setAdding(true));

  function showSecret(webhook: CreatedWebhook): void {
    setCreated(webhook);
    void refetch();
  }

  return (
    <>
      <ScreenTitle
        actions={
          <button type="button" className={MAIN_ACTION} onClick={() => setAdding(true)}>
            <PlusIcon />
            Add webhook
          </button>
        }
      >
        Webhooks
      </ScreenTitle>
      <p className="mb-4 max-w-2xl text-ink-soft">
        Each address gets a signed message when a result is published, corrected or withdrawn. A message that
        is not accepted is sent again for three days.
      </p>
      <NotificationsOff />
      <ListView
        list={webhooks}
        label="webhooks"
        empty={{
          title: 'No webhooks yet',
          text: 'Add the address of a partner, and results are sent there as soon as they are public.',
          action: (
            <button type="button" className={ACTION} onClick={() => setAdding(true)}>
              Add the first webhook
            </button>
          ),
        }}
      >
        {(items) => <WebhookList webhooks={items} onCreated={showSecret} onChanged={refetch} />}
      </ListView>
      {isAdding && (
        <WebhookDialog
          webhook={null}
          onClosed={() => setAdding(false)}
          onCreated={showSecret}
          onChanged={refetch}
        />
      )}
      {created && <SecretDialog webhook={created} onKept={() => setCreated(null)} />}
    </>
  );
}

function NotificationsOff() {
  const { data } = useSettingsQuery();
  if (data?.answer.enableNotifications !== false) return null;
  return (
    <p className="mb-4 rounded-card border-2 border-gold bg-cloth px-4 py-3 font-semibold">
      Notifications are off, so nothing is sent automatically. Tests still are. Turn them on under{' '}
      <Link to="/admin/timings" className="text-maroon underline">
        Timings
      </Link>
      .
    </p>
  );
}
