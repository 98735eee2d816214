/** A label for a state, with a colour. */
import type { ReactNode } from 'react';

const TONES = {
  palm: 'border-palm text-palm',
  ember: 'border-ember text-ember',
  gold: 'border-gold text-gold-ink',
  soft: 'border-ink-soft text-ink-soft',
} as const;

export type Tone = keyof typeof TONES;

export const Badge = ({ tone, children }: { tone: Tone; children: ReactNode }) => (
  <span
    className={`inline-flex items-center rounded-full border-2 bg-ground px-2.5 text-sm font-semibold whitespace-nowrap ${TONES[tone]}`}
  >
    {children}
  </span>
);
