/** An article in the list of the panel. */
import { Link } from 'react-router';
import type { AdminNewsArticle } from '../../../contract/news.ts';
import { Moment } from '../ui/moment.tsx';
import { ROW_ACTION } from '../ui/row-action.ts';

interface ArticleCardProps {
  article: AdminNewsArticle;
  onEdit(): void;
  onDelete(): void;
}

export function ArticleCard({ article, onEdit, onDelete }: ArticleCardProps) {
  const { id, title, body, author, createdAt, updatedAt } = article;
  return (
    <li className="thread-edge rounded-card bg-cloth p-4 sm:p-5">
      <h2 className="text-lg">
        <Link to={`/news/${id}`} className="hover:text-maroon hover:underline">
          {title}
        </Link>
      </h2>
      <p className="mt-0.5 text-sm text-ink-soft">
        {author} · <Moment at={createdAt} />
        {updatedAt !== createdAt && (
          <>
            {' '}
            · changed <Moment at={updatedAt} />
          </>
        )}
      </p>
      <p className="mt-2 line-clamp-2">{body}</p>
      <div className="mt-2 -mb-1 flex gap-2">
        <button type="button" className={ROW_ACTION} onClick={onEdit} aria-label={`Edit ${title}`}>
          Edit
        </button>
        <button type="button" className={ROW_ACTION} onClick={onDelete} aria-label={`Delete ${title}`}>
          Delete
        </button>
      </div>
    </li>
  );
}
