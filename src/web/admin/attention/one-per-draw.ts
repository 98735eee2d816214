/** Leaves the first reason of each draw: a held draft that is overdue needs one action, not two. */
import type { AttentionItem } from '../../../contract/attention.ts';

export interface AttentionLine extends AttentionItem {
  /** Whether one of its reasons is a missing approval: without it, the draw can be neither published nor released. */
  needsApproval: boolean;
}

export function onePerDraw(items: readonly AttentionItem[]): AttentionLine[] {
  const unapproved = new Set(items.flatMap(({ kind, drawId }) => (kind === 'approval' ? drawId : [])));
  const seen = new Set<string>();
  return items.flatMap((item) => {
    const { drawId } = item;
    if (drawId === undefined) return { ...item, needsApproval: false };
    if (seen.has(drawId)) return [];
    seen.add(drawId);
    return { ...item, needsApproval: unapproved.has(drawId) };
  });
}
