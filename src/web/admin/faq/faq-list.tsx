/** The questions in their order. */
import type { AdminFaq } from '../../../contract/faqs.ts';
import { ArrowDownIcon, ArrowUpIcon, GripIcon } from '../ui/order-icons.tsx';
import { ROW_ACTION } from '../ui/row-action.ts';
import { useReordering } from './use-reordering.ts';

interface FaqListProps {
  faqs: AdminFaq[];
  canMove: boolean;
  onMoved(): Promise<void>;
  onEdit(faq: AdminFaq): void;
  onDelete(faq: AdminFaq): void;
}

const ICON_BUTTON =
  'grid size-11 place-items-center rounded-control text-ink-soft hover:bg-ground hover:text-maroon disabled:opacity-30';

export function FaqList({ faqs, canMove, onMoved, onEdit, onDelete }: FaqListProps) {
  const { shown, heldId, announcement, moveBy, listRef, handleProps } = useReordering(faqs, onMoved);
  return (
    <>
      <p role="status" className="sr-only">
        {announcement}
      </p>
      <ol ref={listRef} className="grid gap-3">
        {shown.map((faq, index) => (
          <li
            key={faq.id}
            data-id={faq.id}
            className={`thread-edge flex gap-2 rounded-card bg-cloth p-3 sm:gap-3 sm:p-4 ${heldId === faq.id ? 'outline-3 outline-gold' : ''}`}
          >
            {canMove && (
              <div className="-ml-1 flex shrink-0 flex-col items-center">
                <button
                  type="button"
                  className={ICON_BUTTON}
                  aria-label={`Move up: ${faq.question}`}
                  disabled={index === 0}
                  onClick={() => moveBy(faq, -1)}
                >
                  <ArrowUpIcon />
                </button>
                <button
                  type="button"
                  className={`${ICON_BUTTON} cursor-grab touch-none`}
                  aria-label={`Drag: ${faq.question}`}
                  aria-pressed={heldId === faq.id}
                  {...handleProps(faq)}
                >
                  <GripIcon />
                </button>
                <button
                  type="button"
                  className={ICON_BUTTON}
                  aria-label={`Move down: ${faq.question}`}
                  disabled={index === shown.length - 1}
                  onClick={() => moveBy(faq, 1)}
                >
                  <ArrowDownIcon />
                </button>
              </div>
            )}
            <div className="min-w-0 grow py-1">
              <p className="text-sm font-semibold text-gold-ink">{faq.order}</p>
              <h2 className="text-lg">{faq.question}</h2>
              <p className="mt-1 whitespace-pre-line">{faq.answer}</p>
              <div className="mt-2 -ml-3 flex gap-2">
                <button
                  type="button"
                  className={ROW_ACTION}
                  onClick={() => onEdit(faq)}
                  aria-label={`Edit: ${faq.question}`}
                >
                  Edit
                </button>
                <button
                  type="button"
                  className={ROW_ACTION}
                  onClick={() => onDelete(faq)}
                  aria-label={`Delete: ${faq.question}`}
                >
                  Delete
                </button>
              </div>
            </div>
          </li>
        ))}
      </ol>
    </>
  );
}
