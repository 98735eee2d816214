/** The state of a draw as a badge. */
import type { AdminDraw } from '../../../contract/draws.ts';
import { Badge, type Tone } from '../widgets/badge.tsx';

export type DrawState = 'draft' | 'live' | 'published' | 'on hold' | 'missing';

const LOOKS: Record<DrawState, { label: string; tone: Tone }> = {
  draft: { label: 'Draft', tone: 'soft' },
  live: { label: 'Live', tone: 'ember' },
  published: { label: 'Published', tone: 'palm' },
  'on hold': { label: 'On hold', tone: 'gold' },
  missing: { label: 'Missing', tone: 'ember' },
};

export const drawState = ({ published, onHold }: AdminDraw): DrawState => {
  if (published) return 'published';
  return onHold ? 'on hold' : 'draft';
};

export const DrawStateBadge = ({ state }: { state: DrawState }) => (
  <Badge tone={LOOKS[state].tone}>{LOOKS[state].label}</Badge>
);
