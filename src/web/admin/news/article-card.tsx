/** One article in the list. */
import type { MouseEvent } from 'react';
import type { AdminNewsArticle } from '../../../contract/news.ts';
import type { ArticleStatus } from '../../../core/article-publication.ts';
import { textOfHtml } from '../../../core/html-text.ts';
import { MINUTE } from '../../../core/ist-time.ts';
import { LANGUAGE_NAMES } from '../forms/language-names.ts';
import { ROW_ACTION } from '../lists/list-row.ts';
import { Badge, type Tone } from '../widgets/badge.tsx';
import { Moment } from '../widgets/moment.tsx';

const LOOKS: Record<ArticleStatus, { label: string; tone: Tone }> = {
  draft: { label: 'Draft', tone: 'soft' },
  scheduled: { label: 'Scheduled', tone: 'gold' },
  published: { label: 'Published', tone: 'palm' },
};

interface ArticleCardProps {
  article: AdminNewsArticle;
  onEdit(): void;
  onDelete(event: MouseEvent): void;
}

/** When it was or will be published, otherwise when it was written; and when it was changed since. */
function Times({ article: { status, publishAt, createdAt, updatedAt } }: Pick<ArticleCardProps, 'article'>) {
  if (status === 'scheduled' && publishAt) {
    return (
      <>
        goes public <Moment at={publishAt} />
      </>
    );
  }
  const at = publishAt ?? createdAt;
  return (
    <>
      <Moment at={at} />
      {Date.parse(updatedAt) - Date.parse(at) >= MINUTE && (
        <>
          {' '}
          · changed <Moment at={updatedAt} />
        </>
      )}
    </>
  );
}

export function ArticleCard({ article, onEdit, onDelete }: ArticleCardProps) {
  const { id, title, html, author, status, language } = article;
  const ofTitle = <span className="sr-only"> {title}</span>;
  const { label, tone } = LOOKS[status];
  return (
    <li tabIndex={-1} className="thread-edge rounded-card bg-cloth p-4 sm:flex sm:items-start sm:gap-4">
      <div className="min-w-0 grow wrap-anywhere">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <h2 className="text-lg">{title}</h2>
          <span className="flex gap-2">
            <Badge tone={tone}>{label}</Badge>
            {language && <Badge tone="soft">{LANGUAGE_NAMES[language]}</Badge>}
          </span>
        </div>
        <p className="mt-0.5 text-sm text-ink-soft">
          {author} · <Times article={article} />
        </p>
        <p className="mt-1.5 line-clamp-2">{textOfHtml(html)}</p>
      </div>
      <div className="mt-1 -mb-2 -ml-3 flex sm:mt-0 sm:-mr-2 sm:mb-0 sm:ml-0">
        {status === 'published' && (
          <a href={`/news/${id}`} target="_blank" rel="noreferrer" className={ROW_ACTION}>
            View{ofTitle}
          </a>
        )}
        <button type="button" className={ROW_ACTION} onClick={onEdit}>
          Edit{ofTitle}
        </button>
        <button type="button" className={ROW_ACTION} onClick={onDelete}>
          Delete{ofTitle}
        </button>
      </div>
    </li>
  );
}
