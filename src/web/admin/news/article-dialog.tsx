/** Writing an article, or changing one. */
import { type AdminNewsArticle, type NewArticle, newArticleSchema } from '../../../contract/news.ts';
import { DEFAULT_NEWS_AUTHOR } from '../../../core/branding.ts';
import { useRowSaving } from '../data/use-row-saving.ts';
import { Dialog } from '../ui/dialog.tsx';
import { EditorForm } from '../ui/editor-form.tsx';
import { TextArea, TextField } from '../ui/field.tsx';
import { useToasts } from '../ui/toasts.tsx';
import { useEditor } from '../ui/use-editor.ts';

interface ArticleDialogProps {
  /** Null for a new one. */
  article: AdminNewsArticle | null;
  onClosed(): void;
  onSaved(): void;
}

export function ArticleDialog({ article, onClosed, onSaved }: ArticleDialogProps) {
  const save = useRowSaving<NewArticle>('/api/admin/news', article);
  const toasts = useToasts();
  const editor = useEditor(
    {
      title: article?.title ?? '',
      author: article?.author ?? DEFAULT_NEWS_AUTHOR,
      body: article?.body ?? '',
    },
    {
      schema: newArticleSchema,
      failure: 'Error saving article. Please try again.',
      async save(values) {
        await save(values);
        toasts.success(article ? 'Article saved.' : 'Article published.');
        onSaved();
      },
    },
    onClosed,
  );
  const { draft, problem, onChange, close } = editor;
  return (
    <Dialog isOpen onClose={close} keepOpen title={article ? 'Edit article' : 'Add article'}>
      <EditorForm editor={editor} action={article ? 'Save changes' : 'Publish'}>
        <TextField
          label="Title"
          name="title"
          value={draft.title}
          onChange={onChange}
          error={problem?.fields['title']}
        />
        <TextField
          label="Author"
          name="author"
          value={draft.author}
          onChange={onChange}
          error={problem?.fields['author']}
        />
        <TextArea
          label="Content"
          name="body"
          rows={9}
          value={draft.body}
          onChange={onChange}
          error={problem?.fields['body']}
        />
      </EditorForm>
    </Dialog>
  );
}
