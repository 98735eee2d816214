/** A label for a state, with a colour. */
import type { ReactNode } from 'react';

const TONES = {
  palm: 'bg-ground border-palm text-palm',
  ember: 'bg-ground border-ember text-ember',
  gold: 'bg-ground border-gold text-gold-ink',
  soft: 'bg-ground border-ink-soft text-ink-soft',
  /** For what must not be overlooked. */
  alarm: 'border-ember bg-ember text-on-strong',
  hold: 'border-gold bg-gold/20 text-gold-ink',
} as const;

export type Tone = keyof typeof TONES;

export const Badge = ({ tone, children }: { tone: Tone; children: ReactNode }) => (
  <span
    className={`inline-flex items-center rounded-full border-2 px-2.5 text-sm font-semibold whitespace-nowrap ${TONES[tone]}`}
  >
    {children}
  </span>
);
