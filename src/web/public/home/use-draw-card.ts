/** The state of a draw card, with the sound of its roll and its announcements. */
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
} from '../../../core/card-state.ts';
import { slotLabel } from '../../../core/slots.ts';
import { resultOf } from '../../components/draw-digits.ts';
import { wantsMotion } from '../../hooks/motion.ts';
import { useServerClock } from '../../hooks/use-server-now.tsx';
import type { Messages } from '../../i18n/en.ts';
import { useMessages } from '../../i18n/i18n.tsx';
import { useData } from '../../live/data-provider.tsx';
import { playRoll } from '../../sound/roll-sound.ts';
import { useSoundPlayer } from '../../sound/sound-player.tsx';
import type { Card } from './todays-cards.ts';

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

  // A layout effect: the result must not be painted before the state that rolls it.
  useLayoutEffect(() => {
    const moment = { now: clock.now(), drawAt, animated: wantsMotion() };
    setState((current) => seeResult(current, result, moment));
  }, [clock, drawAt, result]);

  const plan = useRoll(state.kind === 'rolling', () => setState(endRoll));
  useAnnouncements(state, slotLabel(slot), announce);
  return { state, plan };
}

/** The drums are slower on a small screen. */
const planForScreen = (): RollPlan => ROLL_PLANS[matchMedia('(width < 48rem)').matches ? 'small' : 'wide'];

/** Plays the sound of a roll, postpones the page's reload until it ends, and calls `onEnd`. */
function useRoll(isRolling: boolean, onEnd: () => void): RollPlan | null {
  const { holdReload } = useData();
  const player = useSoundPlayer();
  const plan = useMemo(() => (isRolling ? planForScreen() : null), [isRolling]);
  const end = useEffectEvent(onEnd);

  useEffect(() => {
    if (!plan) return;
    const releaseReload = holdReload();
    const stopSound = playRoll(player, plan);
    const timer = setTimeout(end, plan.end);
    return () => {
      clearTimeout(timer);
      releaseReload();
      stopSound();
    };
  }, [plan, holdReload, player]);

  return plan;
}

/** Announces each change once, but not the result that the page was opened with, nor the roll itself. */
function useAnnouncements(
  state: CardState<DrawResult>,
  slot: string,
  announce: (text: string) => void,
): void {
  const { draw: texts } = useMessages();
  const former = useRef(state);
  useEffect(() => {
    const text = announcementOf(former.current, state, slot, texts);
    former.current = state;
    if (text) announce(text);
  }, [state, slot, texts, announce]);
}

function announcementOf(
  former: CardState<DrawResult>,
  state: CardState<DrawResult>,
  slot: string,
  texts: Messages['draw'],
): string | null {
  if (state.kind === 'rolling') return null;
  if (state.kind === 'awaited') return former.kind === 'awaited' ? null : texts.withdrawal(slot);
  const digits = [...state.result.digits].join(' ');
  if (former.kind !== 'published') return texts.announcement(slot, digits);
  return former.result.digits === state.result.digits ? null : texts.correction(slot, digits);
}
