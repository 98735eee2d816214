/** The state of a draw and the origin of its digits as badges. */
import type { AdminDraw } from '../../../contract/draws.ts';
import { Badge, type Tone } from '../widgets/badge.tsx';
import { ORIGIN_WORDS } from './origin-words.ts';

export type DrawState = 'draft' | 'live' | 'published' | 'on hold' | 'expected' | 'missing';

const LOOKS: Record<DrawState, { label: string; tone: Tone }> = {
  draft: { label: 'Draft', tone: 'soft' },
  live: { label: 'Live', tone: 'ember' },
  published: { label: 'Published', tone: 'palm' },
  'on hold': { label: 'On hold', tone: 'hold' },
  expected: { label: 'Not made yet', tone: 'soft' },
  missing: { label: 'Missing', tone: 'ember' },
};

export const drawState = ({ published, onHold }: AdminDraw): DrawState => {
  if (published) return 'published';
  return onHold ? 'on hold' : 'draft';
};

export const DrawStateBadge = ({ state }: { state: DrawState }) => (
  <Badge tone={LOOKS[state].tone}>{LOOKS[state].label}</Badge>
);

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
