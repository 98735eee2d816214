/** Leaves the first reason of each draw: a held draft that is overdue needs one action, not two. */
import type { AttentionItem } from '../../../contract/attention.ts';

export function onePerDraw(items: readonly AttentionItem[]): AttentionItem[] {
  const seen = new Set<string>();
  return items.filter(({ drawId }) => {
    if (drawId === undefined) return true;
    const isFirst = !seen.has(drawId);
    seen.add(drawId);
    return isFirst;
  });
}
