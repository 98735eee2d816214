/** Moves a draw card through its states: by the data, by the end of its roll, and with the sound and words it needs. */
import { useEffect, useEffectEvent, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { Draw } from '../../../contract/draws.ts';
import {
  type CardResult,
  type CardState,
  endRoll,
  openCard,
  ROLL_PLANS,
  type RollPlan,
  seeResult,
} from '../../../core/draw-card.ts';
import { slotLabel } from '../../../core/slots.ts';
import { resultOf } from '../../components/draw-digits.ts';
import { wantsMotion } from '../../hooks/motion.ts';
import { useServerClock } from '../../hooks/use-server-now.tsx';
import type { Messages } from '../../i18n/en.ts';
import { useMessages } from '../../i18n/i18n.tsx';
import { useData } from '../../live/data-provider.tsx';
import { soundRoll } from '../../sound/roll-sound.ts';
import type { Card } from './cards.ts';

interface DrawResult extends CardResult {
  draw: Draw;
}

export interface DrawCardState {
  state: CardState<DrawResult>;
  /** How it rolls, while it does. */
  plan: RollPlan | null;
}

export function useDrawCard({ slot, draw, drawAt }: Card, announce: (text: string) => void): DrawCardState {
  const clock = useServerClock();
  const result = useMemo(
    () => draw && { draw, digits: resultOf(draw), publishedAt: Date.parse(draw.publishedAt) },
    [draw],
  );
  const [state, setState] = useState(() => openCard<DrawResult>(result));

  // Before the browser paints: a result is never seen ahead of its state.
  useLayoutEffect(() => {
    const moment = { now: clock.now(), drawAt, animated: wantsMotion() };
    setState((current) => seeResult(current, result, moment));
  }, [clock, drawAt, result]);

  const plan = useRoll(state.kind === 'rolling', () => setState(endRoll));
  useAnnouncements(state, slotLabel(slot), announce);
  return { state, plan };
}

/** On a small screen the drums are slower. */
const planForScreen = (): RollPlan => ROLL_PLANS[matchMedia('(width < 48rem)').matches ? 'small' : 'wide'];

/** Lets a roll be heard, keeps the page from loading itself anew meanwhile, and says when it is over. */
function useRoll(isRolling: boolean, onEnd: () => void): RollPlan | null {
  const { holdReload } = useData();
  const plan = useMemo(() => (isRolling ? planForScreen() : null), [isRolling]);
  const end = useEffectEvent(onEnd);

  useEffect(() => {
    if (!plan) return;
    const letReload = holdReload();
    const silence = soundRoll(plan);
    const timer = setTimeout(end, plan.end);
    return () => {
      clearTimeout(timer);
      letReload();
      silence();
    };
  }, [plan, holdReload]);

  return plan;
}

/** Tells each change once to those who cannot see it: not what the page was opened with, nor the drums. */
function useAnnouncements(
  state: CardState<DrawResult>,
  slot: string,
  announce: (text: string) => void,
): void {
  const { draw: words } = useMessages();
  const former = useRef(state);
  useEffect(() => {
    const text = announcementOf(former.current, state, slot, words);
    former.current = state;
    if (text) announce(text);
  }, [state, slot, words, announce]);
}

function announcementOf(
  former: CardState<DrawResult>,
  state: CardState<DrawResult>,
  slot: string,
  words: Messages['draw'],
): string | null {
  if (state.kind === 'rolling') return null;
  if (state.kind === 'awaited') return former.kind === 'awaited' ? null : words.withdrawal(slot);
  const digits = [...state.result.digits].join(' ');
  if (former.kind !== 'published') return words.announcement(slot, digits);
  return former.result.digits === state.result.digits ? null : words.correction(slot, digits);
}
