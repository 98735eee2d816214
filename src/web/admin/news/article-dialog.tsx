/** The dialog that adds or edits an article. */
import { useState } from 'react';
import { type AdminNewsArticle, type NewArticle, newArticleSchema } from '../../../contract/news.ts';
import { DEFAULT_NEWS_AUTHOR } from '../../../core/branding.ts';
import { ConflictingChanges } from '../forms/conflicting-changes.tsx';
import { TextArea, TextField } from '../forms/field.tsx';
import { Form } from '../forms/form.tsx';
import { createRowSaver } from '../forms/row-saver.ts';
import { useForm } from '../forms/use-form.ts';
import { useApi } from '../session/session.tsx';
import { Dialog } from '../widgets/dialog.tsx';
import { useToasts } from '../widgets/toasts.tsx';

const LABELS = { title: 'Title', author: 'Author', body: 'Content' };

const NEW_ARTICLE = { title: '', author: DEFAULT_NEWS_AUTHOR, body: '' };

interface ArticleDialogProps {
  /** Null for a new one. */
  article: AdminNewsArticle | null;
  onClosed(): void;
  onSaved(): void;
}

export function ArticleDialog({ article, onClosed, onSaved }: ArticleDialogProps) {
  const api = useApi();
  const [save] = useState(() =>
    createRowSaver<NewArticle, AdminNewsArticle>(api, '/api/admin/news', article),
  );
  const toasts = useToasts();
  const [{ title, author, body }] = useState(article ?? NEW_ARTICLE);
  const form = useForm({
    saved: { title, author, body },
    schema: newArticleSchema,
    failure: 'Error saving article. Please try again.',
    isGuarded: true,
    async send(values) {
      await save(values);
      toasts.success(article ? 'Article saved.' : 'Article published.');
      onSaved();
    },
    onClosed,
  });
  return (
    <Dialog isOpen onClose={form.close} keepOpen title={article ? 'Edit article' : 'Add article'}>
      <Form form={form} action={article ? 'Save changes' : 'Publish'} sending="Saving…" onCancel={form.close}>
        <ConflictingChanges form={form} labels={LABELS} />
        <TextField label={LABELS.title} {...form.field('title')} />
        <TextField label={LABELS.author} {...form.field('author')} />
        <TextArea label={LABELS.body} rows={9} {...form.field('body')} />
      </Form>
    </Dialog>
  );
}
