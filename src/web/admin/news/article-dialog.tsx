/** Writing an article, or changing one. */
import { type AdminNewsArticle, type NewArticle, newArticleSchema } from '../../../contract/news.ts';
import { DEFAULT_NEWS_AUTHOR } from '../../../core/branding.ts';
import { useRowSaving } from '../data/use-row-saving.ts';
import { ConflictingChanges } from '../forms/conflicting-changes.tsx';
import { EditorForm } from '../forms/editor-form.tsx';
import { TextArea, TextField } from '../forms/field.tsx';
import { useEditor } from '../forms/use-editor.ts';
import { Dialog } from '../widgets/dialog.tsx';
import { useToasts } from '../widgets/toasts.tsx';

const LABELS = { title: 'Title', author: 'Author', body: 'Content' };

interface ArticleDialogProps {
  /** Null for a new one. */
  article: AdminNewsArticle | null;
  onClosed(): void;
  onSaved(): void;
}

export function ArticleDialog({ article, onClosed, onSaved }: ArticleDialogProps) {
  const { save, theirs } = useRowSaving<NewArticle, AdminNewsArticle>('/api/admin/news', article);
  const toasts = useToasts();
  const editor = useEditor(
    {
      schema: newArticleSchema,
      failure: 'Error saving article. Please try again.',
      async send(values) {
        await save(values);
        toasts.success(article ? 'Article saved.' : 'Article published.');
        onSaved();
      },
    },
    onClosed,
  );
  const errors = editor.problem?.fields;
  return (
    <Dialog isOpen onClose={editor.close} keepOpen title={article ? 'Edit article' : 'Add article'}>
      <EditorForm editor={editor} action={article ? 'Save changes' : 'Publish'}>
        <ConflictingChanges ours={article} theirs={theirs} labels={LABELS} />
        <TextField
          label={LABELS.title}
          name="title"
          defaultValue={article?.title}
          error={errors?.['title']}
        />
        <TextField
          label={LABELS.author}
          name="author"
          defaultValue={article?.author ?? DEFAULT_NEWS_AUTHOR}
          error={errors?.['author']}
        />
        <TextArea
          label={LABELS.body}
          name="body"
          rows={9}
          defaultValue={article?.body}
          error={errors?.['body']}
        />
      </EditorForm>
    </Dialog>
  );
}
