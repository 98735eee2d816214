/** Writing a question with its answer, or changing one. */
import { z } from 'zod';
import { type AdminFaq, type NewFaq, newFaqSchema } from '../../../contract/faqs.ts';
import { useRowSaving } from '../data/use-row-saving.ts';
import { ConflictingChanges } from '../forms/conflicting-changes.tsx';
import { EditorForm } from '../forms/editor-form.tsx';
import { TextArea, TextField } from '../forms/field.tsx';
import { useEditor } from '../forms/use-editor.ts';
import { Dialog } from '../widgets/dialog.tsx';
import { useToasts } from '../widgets/toasts.tsx';

/** A field holds text. */
const formSchema = newFaqSchema.extend({ order: z.preprocess(Number, newFaqSchema.shape.order) });

const LABELS = { question: 'Question', answer: 'Answer', order: 'Order' };

interface FaqDialogProps {
  /** Null for a new one. */
  faq: AdminFaq | null;
  nextOrder: number;
  onClosed(): void;
  onSaved(): void;
}

export function FaqDialog({ faq, nextOrder, onClosed, onSaved }: FaqDialogProps) {
  const { save, theirs } = useRowSaving<NewFaq, AdminFaq>('/api/admin/faqs', faq);
  const toasts = useToasts();
  const editor = useEditor(
    {
      schema: formSchema,
      failure: 'Error saving FAQ. Please try again.',
      async send(values) {
        await save(values);
        toasts.success(faq ? 'FAQ saved.' : 'FAQ added.');
        onSaved();
      },
    },
    onClosed,
  );
  const errors = editor.problem?.fields;
  return (
    <Dialog isOpen onClose={editor.close} keepOpen title={faq ? 'Edit FAQ' : 'Add FAQ'}>
      <EditorForm editor={editor} action={faq ? 'Save changes' : 'Add FAQ'}>
        <ConflictingChanges ours={faq} theirs={theirs} labels={LABELS} />
        <TextField
          label={LABELS.question}
          name="question"
          defaultValue={faq?.question}
          error={errors?.['question']}
        />
        <TextArea label={LABELS.answer} name="answer" defaultValue={faq?.answer} error={errors?.['answer']} />
        <TextField
          label={LABELS.order}
          name="order"
          type="number"
          min={1}
          inputMode="numeric"
          hint="The smallest number comes first."
          defaultValue={faq?.order ?? nextOrder}
          error={errors?.['order']}
        />
      </EditorForm>
    </Dialog>
  );
}
