/** The ordered list of questions, reordered by buttons, by dragging and by the keyboard. */
import { useId } from 'react';
import type { AdminFaq } from '../../../contract/faqs.ts';
import { Flip } from '../../components/flip.ts';
import { type FaqActions, FaqCard } from './faq-card.tsx';
import { useOrderSaving } from './use-order-saving.ts';
import { useReordering } from './use-reordering.ts';

interface FaqListProps extends FaqActions {
  faqs: AdminFaq[];
  refetch(): Promise<void>;
}

export function FaqList({ faqs, refetch, onEdit, onDelete }: FaqListProps) {
  const reordering = useReordering(useOrderSaving(faqs, refetch));
  const { shown, heldId, announcement, list, moveTo, handleProps } = reordering;
  const helpId = useId();
  return (
    <>
      <p id={helpId} className="mb-3 text-sm text-ink-soft">
        Drag a question by its dots to another place, or press Space on them and use the arrow keys.
      </p>
      <p role="status" className="sr-only">
        {announcement}
      </p>
      <ol ref={list} className="relative space-y-3">
        {shown.map((faq, index) => (
          <FaqCard
            key={faq.id}
            faq={faq}
            onEdit={onEdit}
            onDelete={onDelete}
            order={{
              isHeld: faq.id === heldId,
              isFirst: index === 0,
              isLast: index === shown.length - 1,
              moveUp: () => moveTo(faq.id, index - 1),
              moveDown: () => moveTo(faq.id, index + 1),
              handleProps: { ...handleProps(faq.id), 'aria-describedby': helpId },
            }}
          />
        ))}
      </ol>
      <Flip list={list} order={shown.map(({ id }) => id).join()} />
    </>
  );
}
