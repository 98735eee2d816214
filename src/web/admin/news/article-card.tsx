/** One article in the list. */
import type { MouseEvent } from 'react';
import type { AdminNewsArticle } from '../../../contract/news.ts';
import { ROW_ACTION } from '../lists/list-row.ts';
import { Moment } from '../widgets/moment.tsx';

interface ArticleCardProps {
  article: AdminNewsArticle;
  onEdit(): void;
  onDelete(event: MouseEvent): void;
}

export function ArticleCard({ article, onEdit, onDelete }: ArticleCardProps) {
  const { id, title, body, author, createdAt, updatedAt } = article;
  const ofTitle = <span className="sr-only"> {title}</span>;
  return (
    <li tabIndex={-1} className="thread-edge rounded-card bg-cloth p-4 sm:flex sm:items-start sm:gap-4">
      <div className="min-w-0 grow">
        <h2 className="text-lg">{title}</h2>
        <p className="mt-0.5 text-sm text-ink-soft">
          {author} · <Moment at={createdAt} />
          {updatedAt !== createdAt && (
            <>
              {' '}
              · changed <Moment at={updatedAt} />
            </>
          )}
        </p>
        <p className="mt-1.5 line-clamp-2 break-words">{body}</p>
      </div>
      <div className="mt-1 -mb-2 -ml-3 flex sm:mt-0 sm:-mr-2 sm:mb-0 sm:ml-0">
        <a href={`/news/${id}`} target="_blank" rel="noreferrer" className={ROW_ACTION}>
          View{ofTitle}
        </a>
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
