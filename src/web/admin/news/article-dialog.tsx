/** The dialog that adds or edits an article. */
import { useState } from 'react';
import type { AdminNewsArticle, NewArticle } from '../../../contract/news.ts';
import { useServerClock } from '../../server-time/use-server-now.tsx';
import { ConflictingChanges } from '../forms/conflicting-changes.tsx';
import { SelectField, TextField } from '../forms/field.tsx';
import { Form } from '../forms/form.tsx';
import { LanguageField } from '../forms/language-field.tsx';
import { createRowSaver } from '../forms/row-saver.ts';
import { useForm } from '../forms/use-form.ts';
import { useApi } from '../session/session.tsx';
import { Dialog } from '../widgets/dialog.tsx';
import { useToasts } from '../widgets/toasts.tsx';
import { actionText, articleFormSchema, instantOfText, outcomeText, valuesOf } from './article-form.ts';
import { MarkdownField } from './markdown-field.tsx';

const LABELS = { title: 'Title', author: 'Author', body: 'Content', status: 'Status' };

interface ArticleDialogProps {
  /** Null for a new one. */
  article: AdminNewsArticle | null;
  onClosed(): void;
  onSaved(): void;
}

export function ArticleDialog({ article: opened, onClosed, onSaved }: ArticleDialogProps) {
  const api = useApi();
  const clock = useServerClock();
  // As it was when the dialog was opened.
  const [article] = useState(opened);
  const [save] = useState(() =>
    createRowSaver<NewArticle, AdminNewsArticle>(api, '/api/admin/news', article),
  );
  const toasts = useToasts();
  const [saved] = useState(() => valuesOf(article));
  const form = useForm({
    saved,
    schema: articleFormSchema(article),
    failure: 'Error saving article. Please try again.',
    isGuarded: true,
    async send(values) {
      await save(values);
      toasts.success(outcomeText(article, values.status ?? 'published'));
      onSaved();
    },
    onClosed,
  });
  const { status, time, body } = form.values;
  const hasPassed = (instantOfText(time) ?? Number.POSITIVE_INFINITY) <= clock.now();
  return (
    <Dialog isOpen onClose={form.close} keepOpen isWide title={article ? 'Edit article' : 'Add article'}>
      <Form form={form} action={actionText(article, status)} sending="Saving…" onCancel={form.close}>
        <ConflictingChanges form={form} labels={LABELS} />
        <TextField label={LABELS.title} {...form.field('title')} />
        <TextField label={LABELS.author} {...form.field('author')} />
        {article?.format === 'text' && body !== article.body && (
          <p className="rounded-control border border-gold bg-ground px-3 py-2 text-sm">
            This article was plain text. With your change it is read as Markdown: please check the preview.
          </p>
        )}
        <MarkdownField label={LABELS.body} saved={article} {...form.field('body')} />
        <div className="grid gap-4 sm:grid-cols-2">
          <LanguageField
            label="Language"
            hint="Readers of this language see it first."
            {...form.field('language')}
          />
          <SelectField label={LABELS.status} {...form.field('status')}>
            <option value="published">Published</option>
            <option value="scheduled">Scheduled</option>
            <option value="draft">Draft</option>
          </SelectField>
          {status === 'scheduled' && (
            <TextField
              label="Published at (IST)"
              type="datetime-local"
              hint={hasPassed ? 'This time has passed: the article is published at once.' : undefined}
              {...form.field('time')}
            />
          )}
        </div>
      </Form>
    </Dialog>
  );
}
