/** Writing a question with its answer, or changing one. */
import { z } from 'zod';
import { type AdminFaq, type NewFaq, newFaqSchema } from '../../../contract/faqs.ts';
import { useRowSaving } from '../data/use-row-saving.ts';
import { Dialog } from '../ui/dialog.tsx';
import { EditorForm } from '../ui/editor-form.tsx';
import { TextArea, TextField } from '../ui/field.tsx';
import { useToasts } from '../ui/toasts.tsx';
import { useEditor } from '../ui/use-editor.ts';

/** A field holds text; an empty one is no number at all. */
const formSchema = newFaqSchema.extend({
  order: z.preprocess((text) => (text === '' ? Number.NaN : Number(text)), newFaqSchema.shape.order),
});

interface FaqDialogProps {
  /** Null for a new one. */
  faq: AdminFaq | null;
  nextOrder: number;
  onClosed(): void;
  onSaved(): void;
}

export function FaqDialog({ faq, nextOrder, onClosed, onSaved }: FaqDialogProps) {
  const save = useRowSaving<NewFaq>('/api/admin/faqs', faq);
  const toasts = useToasts();
  const editor = useEditor(
    {
      question: faq?.question ?? '',
      answer: faq?.answer ?? '',
      order: String(faq?.order ?? nextOrder),
    },
    {
      schema: formSchema,
      failure: 'Error saving FAQ. Please try again.',
      async save(values) {
        await save(values);
        toasts.success('FAQ saved.');
        onSaved();
      },
    },
    onClosed,
  );
  const { draft, problem, onChange, close } = editor;
  return (
    <Dialog isOpen onClose={close} keepOpen title={faq ? 'Edit FAQ' : 'Add FAQ'}>
      <EditorForm editor={editor} action={faq ? 'Save changes' : 'Add'}>
        <TextField
          label="Question"
          name="question"
          value={draft.question}
          onChange={onChange}
          error={problem?.fields['question']}
        />
        <TextArea
          label="Answer"
          name="answer"
          value={draft.answer}
          onChange={onChange}
          error={problem?.fields['answer']}
        />
        <TextField
          label="Order"
          name="order"
          type="number"
          min={1}
          inputMode="numeric"
          hint="1 comes first."
          value={draft.order}
          onChange={onChange}
          error={problem?.fields['order']}
        />
      </EditorForm>
    </Dialog>
  );
}
