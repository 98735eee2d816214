/** One question with its answer and its actions. */
import type { ComponentProps, MouseEvent } from 'react';
import type { AdminFaq } from '../../../contract/faqs.ts';
import { Icon } from '../../components/icons.tsx';
import { LANGUAGE_NAMES } from '../forms/language-names.ts';
import { ROW_ACTION } from '../lists/list-row.ts';
import { Badge } from '../widgets/badge.tsx';

export interface FaqActions {
  onEdit(faq: AdminFaq): void;
  onDelete(faq: AdminFaq, event: MouseEvent): void;
}

interface Order {
  isHeld: boolean;
  isFirst: boolean;
  isLast: boolean;
  moveUp(): void;
  moveDown(): void;
  handleProps: ComponentProps<'button'>;
}

interface FaqCardProps extends FaqActions {
  faq: AdminFaq;
  /** Missing where the list cannot be reordered. */
  order?: Order;
}

const ICON_BUTTON =
  'grid size-11 shrink-0 place-items-center rounded-control text-ink-soft hover:bg-ground hover:text-maroon aria-disabled:opacity-30';

export function FaqCard({ faq, order, onEdit, onDelete }: FaqCardProps) {
  const { id, question, answer, language } = faq;
  const ofQuestion = <span className="sr-only"> {question}</span>;
  return (
    <li
      tabIndex={-1}
      data-id={id}
      className={`thread-edge flex gap-1 rounded-card bg-cloth p-3 sm:gap-2 ${order ? 'pl-1 sm:pl-2' : 'pl-4'} ${order?.isHeld ? 'outline-3 outline-gold' : ''}`}
    >
      {order && (
        <button
          type="button"
          className={`${ICON_BUTTON} cursor-grab touch-none`}
          aria-label={`Drag: ${question}`}
          aria-pressed={order.isHeld}
          {...order.handleProps}
        >
          <GripIcon />
        </button>
      )}
      <div className="min-w-0 grow sm:flex sm:items-start sm:gap-4">
        <div className="min-w-0 grow pt-2">
          <h2 className="text-lg wrap-anywhere">
            <span className="mr-2 text-gold-ink">{faq.order}</span>
            {question}
          </h2>
          {language && <Badge tone="soft">{LANGUAGE_NAMES[language]}</Badge>}
          <p className="mt-1 line-clamp-3 wrap-anywhere whitespace-pre-line">{answer}</p>
        </div>
        <div className="-ml-3 flex items-center sm:ml-0">
          {order && (
            <>
              <button
                type="button"
                className={ICON_BUTTON}
                aria-label={`Move up: ${question}`}
                aria-disabled={order.isFirst}
                onClick={order.moveUp}
              >
                <ArrowUpIcon />
              </button>
              <button
                type="button"
                className={ICON_BUTTON}
                aria-label={`Move down: ${question}`}
                aria-disabled={order.isLast}
                onClick={order.moveDown}
              >
                <ArrowDownIcon />
              </button>
            </>
          )}
          <button type="button" className={ROW_ACTION} onClick={() => onEdit(faq)}>
            Edit{ofQuestion}
          </button>
          <button type="button" className={ROW_ACTION} onClick={(event) => onDelete(faq, event)}>
            Delete{ofQuestion}
          </button>
        </div>
      </div>
    </li>
  );
}

const ArrowUpIcon = () => (
  <Icon>
    <path d="M6 15l6-6 6 6" />
  </Icon>
);

const ArrowDownIcon = () => (
  <Icon>
    <path d="M6 9l6 6 6-6" />
  </Icon>
);

const GripIcon = () => (
  <Icon>
    <path d="M9 6h.01M15 6h.01M9 12h.01M15 12h.01M9 18h.01M15 18h.01" />
  </Icon>
);
