/** The state of a draw and the origin of its digits as badges. */
import type { AdminDraw } from '../../../contract/draws.ts';
import { Badge, type Tone } from '../widgets/badge.tsx';
import { type Approvable, approvalState, type DrawState, isEntered } from './draw-state.ts';
import { PROVENANCE_NAMES } from './provenance-names.ts';

const LOOKS: Record<DrawState, { label: string; tone: Tone }> = {
  draft: { label: 'Draft', tone: 'soft' },
  live: { label: 'Live', tone: 'ember' },
  published: { label: 'Published', tone: 'palm' },
  'on hold': { label: 'On hold', tone: 'hold' },
  'for approval': { label: 'Waits for approval', tone: 'hold' },
  'not approved': { label: 'Not approved', tone: 'ember' },
  expected: { label: 'Not made yet', tone: 'soft' },
  missing: { label: 'Missing', tone: 'ember' },
};

export const DrawStateBadge = ({ state }: { state: DrawState }) => (
  <Badge tone={LOOKS[state].tone}>{LOOKS[state].label}</Badge>
);

/** Renders nothing for a draw that needs no approval. */
export function ApprovalBadge({ draw }: { draw: Approvable }) {
  const state = approvalState(draw);
  return state && <DrawStateBadge state={state} />;
}

/** Says of a draft whether a person entered its digits. */
export function ProvenanceBadge({ draw }: { draw: Pick<AdminDraw, 'provenance' | 'published'> }) {
  if (draw.published) return null;
  return isEntered(draw) ? (
    <Badge tone="palm">{PROVENANCE_NAMES[draw.provenance]}</Badge>
  ) : (
    <Badge tone="alarm">Random, not entered</Badge>
  );
}
