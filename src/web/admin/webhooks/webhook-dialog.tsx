/** The dialog that adds or edits a webhook. */
import { useId, useState } from 'react';
import {
  type CreatedWebhook,
  type NewWebhook,
  newWebhookSchema,
  type Webhook,
} from '../../../contract/webhooks.ts';
import { DRAW_EVENTS, type DrawEvent } from '../../../core/draw-events.ts';
import { newIdempotencyKey } from '../../api/idempotency-key.ts';
import { LABEL } from '../../components/control-classes.ts';
import { TextField } from '../forms/field.tsx';
import { Form } from '../forms/form.tsx';
import { postRow } from '../forms/post-row.ts';
import { useForm } from '../forms/use-form.ts';
import { useApi } from '../session/session.tsx';
import { Dialog } from '../widgets/dialog.tsx';
import { useToasts } from '../widgets/toasts.tsx';

const schema = newWebhookSchema.pick({ url: true, events: true });

interface WebhookDialogProps {
  /** Null for a new one. */
  webhook: Webhook | null;
  onClosed(): void;
  onCreated?(webhook: CreatedWebhook): void;
  onChanged(): Promise<void>;
}

export function WebhookDialog({ webhook, onClosed, onCreated, onChanged }: WebhookDialogProps) {
  const api = useApi();
  const toasts = useToasts();
  const [idempotencyKey] = useState(newIdempotencyKey);
  const [attempts] = useState<NewWebhook[]>([]);
  const [saved] = useState<{ url: string; events: DrawEvent[] }>(() => ({
    url: webhook?.url ?? '',
    events: webhook?.events ?? [...DRAW_EVENTS],
  }));

  async function add(body: NewWebhook): Promise<CreatedWebhook> {
    attempts.push(body);
    const path = '/api/admin/webhooks';
    const request = { attempts, idempotencyKey };
    const { row, values } = await postRow<NewWebhook, CreatedWebhook>(api, path, request);
    if (values === body) return row;
    const changed = await api.patch<Webhook>(`${path}/${row.id}`, { body, etag: row.etag });
    return { ...changed, secret: row.secret };
  }

  const form = useForm({
    saved,
    schema,
    failure: 'Error saving webhook. Please try again.',
    isGuarded: true,
    async send(body) {
      if (webhook) {
        await api.patch(`/api/admin/webhooks/${webhook.id}`, { body, etag: webhook.etag });
        toasts.success('Webhook saved.');
        void onChanged();
      } else onCreated?.(await add(body));
    },
    onClosed,
  });
  return (
    <Dialog isOpen onClose={form.close} keepOpen title={webhook ? 'Edit webhook' : 'Add webhook'}>
      <Form
        form={form}
        action={webhook ? 'Save changes' : 'Add webhook'}
        sending="Saving…"
        onCancel={form.close}
      >
        <TextField
          label="Address"
          type="url"
          inputMode="url"
          autoComplete="off"
          placeholder="https://"
          hint="Where the partner receives messages. It must be reachable on the internet."
          {...form.field('url')}
        />
        <EventChoice
          chosen={form.values.events}
          error={form.problem?.fields['events']}
          onChoose={(events) => form.change({ events })}
        />
      </Form>
    </Dialog>
  );
}

const MEANINGS: Readonly<Record<DrawEvent, [name: string, meaning: string]>> = {
  'draw.published': ['Published', 'A result becomes public.'],
  'draw.corrected': ['Corrected', 'A public result is changed.'],
  'draw.withdrawn': ['Withdrawn', 'A result is unpublished or deleted.'],
};

interface EventChoiceProps {
  chosen: readonly DrawEvent[];
  error: string | undefined;
  onChoose(events: DrawEvent[]): void;
}

function EventChoice({ chosen, error, onChoose }: EventChoiceProps) {
  const id = useId();
  const toggle = (event: DrawEvent) =>
    onChoose(
      DRAW_EVENTS.filter((other) => (other === event ? !chosen.includes(event) : chosen.includes(other))),
    );
  return (
    <fieldset aria-describedby={error && id}>
      <legend className={LABEL}>Events</legend>
      <div className="grid gap-2">
        {DRAW_EVENTS.map((event) => (
          <label
            key={event}
            className="flex cursor-pointer items-start gap-3 rounded-control border-2 border-thread bg-ground p-3 has-checked:border-maroon"
          >
            <input
              type="checkbox"
              checked={chosen.includes(event)}
              aria-invalid={error ? true : undefined}
              onChange={() => toggle(event)}
              className="mt-1 size-5 shrink-0 accent-maroon"
            />
            <span>
              <span className="block font-semibold">{MEANINGS[event][0]}</span>
              <span className="block text-sm text-ink-soft">{MEANINGS[event][1]}</span>
            </span>
          </label>
        ))}
      </div>
      {error && (
        <p id={id} role="alert" className="mt-1 text-sm font-semibold text-ember">
          {error}
        </p>
      )}
    </fieldset>
  );
}
