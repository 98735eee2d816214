/** The dialog that adds or edits a question. */
import { useState } from 'react';
import { z } from 'zod';
import { type AdminFaq, type NewFaq, newFaqSchema } from '../../../contract/faqs.ts';
import { ConflictingChanges } from '../forms/conflicting-changes.tsx';
import { TextArea, TextField } from '../forms/field.tsx';
import { Form } from '../forms/form.tsx';
import { LanguageField } from '../forms/language-field.tsx';
import { createRowSaver } from '../forms/row-saver.ts';
import { useForm } from '../forms/use-form.ts';
import { useApi } from '../session/session.tsx';
import { Dialog } from '../widgets/dialog.tsx';
import { useToasts } from '../widgets/toasts.tsx';

const formSchema = newFaqSchema.extend({
  order: z.preprocess(Number, newFaqSchema.shape.order),
  // An empty field is missing: both languages.
  language: newFaqSchema.shape.language.default(null),
});

const LABELS = { question: 'Question', answer: 'Answer', order: 'Order' };

interface FaqDialogProps {
  /** Null for a new one. */
  faq: AdminFaq | null;
  nextOrder: number;
  onClosed(): void;
  onSaved(): void;
}

export function FaqDialog({ faq, nextOrder, onClosed, onSaved }: FaqDialogProps) {
  const api = useApi();
  const [save] = useState(() => createRowSaver<NewFaq, AdminFaq>(api, '/api/admin/faqs', faq));
  const toasts = useToasts();
  const [saved] = useState(() => ({
    question: faq?.question ?? '',
    answer: faq?.answer ?? '',
    order: String(faq?.order ?? nextOrder),
    language: faq?.language ?? '',
  }));
  const form = useForm({
    saved,
    schema: formSchema,
    failure: 'Error saving FAQ. Please try again.',
    isGuarded: true,
    async send(values) {
      await save(values);
      toasts.success(faq ? 'FAQ saved.' : 'FAQ added.');
      onSaved();
    },
    onClosed,
  });
  return (
    <Dialog isOpen onClose={form.close} keepOpen title={faq ? 'Edit FAQ' : 'Add FAQ'}>
      <Form form={form} action={faq ? 'Save changes' : 'Add FAQ'} sending="Saving…" onCancel={form.close}>
        <ConflictingChanges form={form} labels={LABELS} />
        <TextField label={LABELS.question} {...form.field('question')} />
        <TextArea label={LABELS.answer} {...form.field('answer')} />
        <LanguageField
          label="Language"
          hint="Readers of this language see it first."
          {...form.field('language')}
        />
        <TextField
          label={LABELS.order}
          type="number"
          min={1}
          inputMode="numeric"
          hint="The smallest number comes first. At a number that is taken, the others move."
          {...form.field('order')}
        />
      </Form>
    </Dialog>
  );
}
