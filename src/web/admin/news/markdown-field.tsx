/** A field for Markdown with a toolbar, and a preview by the same renderer that visitors get. */
import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, type MouseEvent, useRef, useState } from 'react';
import type { ArticlePreview } from '../../../contract/news.ts';
import { ArticleBody } from '../../components/article-body.tsx';
import { FIELD } from '../../components/control-classes.ts';
import { LabelledField, useDescription } from '../forms/field.tsx';
import { useApi } from '../session/session.tsx';
import { editMarkdown, type MarkdownEdit } from './markdown-editing.ts';

interface MarkdownFieldProps {
  label: string;
  name: string;
  value: string;
  error: string | undefined;
  /** The text as it is saved, with its HTML: an article from before Markdown is shown as plain text. */
  saved: { body: string; html: string } | null;
  onChange(event: { currentTarget: { value: string } }): void;
}

const TOOLS: { edit: MarkdownEdit; label: string; key?: string }[] = [
  { edit: 'bold', label: 'Bold', key: 'b' },
  { edit: 'heading', label: 'Heading' },
  { edit: 'list', label: 'List' },
  { edit: 'link', label: 'Link', key: 'k' },
];

const TOOL =
  'inline-flex min-h-11 items-center rounded-control px-2 text-sm font-semibold text-maroon hover:bg-ground sm:px-3 aria-pressed:bg-maroon aria-pressed:text-on-strong disabled:opacity-40';

const HINT = '**bold**, [words](https://address), - list, ## heading. An empty line begins a paragraph.';

export function MarkdownField({ label, error, saved, value, ...field }: MarkdownFieldProps) {
  const { id, attributes } = useDescription({ error, hint: HINT });
  const area = useRef<HTMLTextAreaElement>(null);
  const [isPreview, setPreview] = useState(false);

  function apply(kind: MarkdownEdit): void {
    const element = area.current;
    if (!element) return;
    const { selectionStart, selectionEnd } = element;
    const edit = editMarkdown(kind, value, { start: selectionStart, end: selectionEnd });
    replaceText(element, edit.replaced, edit.text);
    element.setSelectionRange(edit.selected.start, edit.selected.end);
  }

  function onKeyDown(event: KeyboardEvent): void {
    const tool = TOOLS.find(({ key }) => key === event.key.toLowerCase());
    if (!tool || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return;
    event.preventDefault();
    apply(tool.edit);
  }

  return (
    <LabelledField id={id} label={label} error={error} hint={HINT}>
      <div
        role="toolbar"
        aria-label="Formatting"
        className="mb-1.5 flex flex-wrap rounded-control border border-thread"
      >
        {TOOLS.map(({ edit, label: name, key }) => (
          <button
            key={edit}
            type="button"
            disabled={isPreview}
            title={key && `Ctrl+${key.toUpperCase()}`}
            className={TOOL}
            onClick={() => apply(edit)}
          >
            {name}
          </button>
        ))}
        <button
          type="button"
          aria-pressed={isPreview}
          className={`${TOOL} ml-auto`}
          onClick={() => setPreview(!isPreview)}
        >
          Preview
        </button>
      </div>
      {isPreview && <Preview body={value.trim()} saved={saved} />}
      <textarea
        ref={area}
        rows={11}
        {...field}
        value={value}
        {...attributes}
        hidden={isPreview}
        className={FIELD}
        onKeyDown={onKeyDown}
      />
    </LabelledField>
  );
}

/** As typed by the person, so that the browser can undo it. */
function replaceText(
  element: HTMLTextAreaElement,
  { start, end }: { start: number; end: number },
  text: string,
) {
  element.focus();
  element.setSelectionRange(start, end);
  // Deprecated, but nothing else keeps the history of the field.
  if (document.execCommand('insertText', false, text)) return;
  element.setRangeText(text, start, end);
  element.dispatchEvent(new Event('input', { bubbles: true }));
}

function Preview({ body, saved }: Pick<MarkdownFieldProps, 'saved'> & { body: string }) {
  const api = useApi();
  const isSaved = body === saved?.body;
  const preview = useQuery({
    queryKey: ['/api/admin/news/preview', body],
    queryFn: ({ signal }) => api.post<ArticlePreview>('/api/admin/news/preview', { body: { body }, signal }),
    enabled: body !== '' && !isSaved,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const html = isSaved ? saved.html : preview.data?.html;
  return (
    <section
      aria-label="Preview"
      aria-busy={html === undefined && preview.isFetching}
      onClickCapture={openLinkBeside}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a long preview is scrolled with the keyboard.
      tabIndex={0}
      className="max-h-96 min-h-48 overflow-y-auto rounded-control border border-thread bg-ground px-4 py-3 text-lg"
    >
      {html === undefined ? (
        <p role="status" className="text-ink-soft">
          {previewText(body, preview.failureReason !== null)}
        </p>
      ) : (
        <ArticleBody html={html} />
      )}
    </section>
  );
}

/** A link in the preview must not leave the form. */
function openLinkBeside(event: MouseEvent): void {
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  if (!link) return;
  event.preventDefault();
  open(link.href, '_blank', 'noreferrer');
}

function previewText(body: string, isFailing: boolean): string {
  if (body === '') return 'There is nothing to show yet.';
  return isFailing ? 'The preview could not be loaded. Trying again…' : 'Loading…';
}
