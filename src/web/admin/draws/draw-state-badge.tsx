/** The state of a draw and the origin of its digits as badges. */
import type { AdminDraw } from '../../../contract/draws.ts';
import { Badge, type Tone } from '../widgets/badge.tsx';
import { ORIGIN_WORDS } from './origin-words.ts';

export type DrawState =
  | 'draft'
  | 'live'
  | 'published'
  | 'on hold'
  | 'for approval'
  | 'not approved'
  | 'expected'
  | 'missing';

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

export const drawState = (draw: AdminDraw): DrawState => {
  if (draw.published) return 'published';
  if (draw.onHold) return 'on hold';
  return approvalState(draw) ?? 'draft';
};

type Approvable = Pick<AdminDraw, 'proposal' | 'unapproved'>;

/** Null for a draw that needs no approval. */
function approvalState({ proposal, unapproved }: Approvable): 'for approval' | 'not approved' | null {
  if (proposal) return 'for approval';
  return unapproved ? 'not approved' : null;
}

export const DrawStateBadge = ({ state }: { state: DrawState }) => (
  <Badge tone={LOOKS[state].tone}>{LOOKS[state].label}</Badge>
);

/** Nothing for a draw that needs no approval. */
export function ApprovalBadge({ draw }: { draw: Approvable }) {
  const state = approvalState(draw);
  return state && <DrawStateBadge state={state} />;
}

/** Whether a person entered or changed the digits. */
export const isEntered = ({ provenance }: Pick<AdminDraw, 'provenance'>): boolean =>
  provenance !== 'generated';

/** Says of a draft whether a person entered its digits. */
export function OriginBadge({ draw }: { draw: Pick<AdminDraw, 'provenance' | 'published'> }) {
  if (draw.published) return null;
  return isEntered(draw) ? (
    <Badge tone="palm">{ORIGIN_WORDS[draw.provenance]}</Badge>
  ) : (
    <Badge tone="alarm">Random, not entered</Badge>
  );
}
