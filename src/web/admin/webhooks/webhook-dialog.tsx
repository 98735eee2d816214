/** The dialog that adds or edits a webhook. */
import { useId, useState } from 'react';
import {
  type CreatedWebhook,
  type NewWebhook,
  newWebhookSchema,
  type Webhook,
} from '../../../contract/webhooks.ts';
import { DRAW_EVENTS, type DrawEvent } from '../../../core/draw-events.ts';
import { LABEL } from '../../components/control-classes.ts';
import { ChoiceCard } from '../forms/choice-card.tsx';
import { ConflictingChanges } from '../forms/conflicting-changes.tsx';
import { TextField } from '../forms/field.tsx';
import { Form } from '../forms/form.tsx';
import { createRowSaver } from '../forms/row-saver.ts';
import { useForm } from '../forms/use-form.ts';
import { useApi } from '../session/session.tsx';
import { Dialog } from '../widgets/dialog.tsx';
import { useToasts } from '../widgets/toasts.tsx';
import { EVENT_NAMES } from './delivery-names.ts';

const schema = newWebhookSchema.pick({ url: true, events: true });

const LABELS = { url: 'Address', events: 'Events' };

const eventsText = (events: readonly DrawEvent[]): string =>
  events.map((event) => EVENT_NAMES[event]).join(', ');

interface WebhookDialogProps {
  /** Null for a new one. */
  webhook: Webhook | null;
  onClosed(): void;
  /** Called for a new webhook, and for one that somebody else had deleted and that was added again. */
  onCreated(webhook: CreatedWebhook): void;
  onChanged(): Promise<void>;
}

export function WebhookDialog({ webhook, onClosed, onCreated, onChanged }: WebhookDialogProps) {
  const api = useApi();
  const [save] = useState(() =>
    createRowSaver<NewWebhook, Webhook, CreatedWebhook>(api, '/api/admin/webhooks', webhook),
  );
  const toasts = useToasts();
  const [saved] = useState<{ url: string; events: DrawEvent[] }>(() => ({
    url: webhook?.url ?? '',
    events: webhook?.events ?? [...DRAW_EVENTS],
  }));
  const form = useForm({
    saved,
    schema,
    failure: 'Error saving webhook. Please try again.',
    isGuarded: true,
    async send(values) {
      const created = await save(values);
      if (created) return onCreated(created);
      toasts.success('Webhook saved.');
      void onChanged();
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
        <ConflictingChanges form={form} labels={LABELS} texts={{ events: eventsText }} />
        <TextField
          label={LABELS.url}
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

const MEANINGS: Readonly<Record<DrawEvent, string>> = {
  'draw.published': 'A result becomes public.',
  'draw.corrected': 'A public result is changed.',
  'draw.withdrawn': 'A result is unpublished or deleted.',
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
      <legend className={LABEL}>{LABELS.events}</legend>
      <div className="grid gap-2">
        {DRAW_EVENTS.map((event) => (
          <ChoiceCard
            key={event}
            type="checkbox"
            label={EVENT_NAMES[event]}
            meaning={MEANINGS[event]}
            checked={chosen.includes(event)}
            aria-invalid={error ? true : undefined}
            onChange={() => toggle(event)}
          />
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
