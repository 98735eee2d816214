/** The cards of today's draws with their state on this page: what rolls, what is new, what was announced. */
import { useLayoutEffect, useMemo, useState } from 'react';
import type { Draw } from '../../../contract/draws.ts';
import type { ShownCard } from '../../../core/card-order.ts';
import {
  applyResult,
  type CardResult,
  type CardState,
  endRoll,
  faceOf,
  openCard,
  ROLL_PLANS,
  type RollPlan,
} from '../../../core/card-state.ts';
import { digitsTextOf } from '../../../core/digits.ts';
import { type Instant, istDateOf } from '../../../core/ist-time.ts';
import { drawInstant, isNewAt } from '../../../core/phase.ts';
import { SLOTS, type Slot } from '../../../core/slots.ts';
import { wantsMotion } from '../../browser/motion.ts';
import { useServerClock } from '../../server-time/use-server-now.tsx';
import { type Card, cardsOfToday } from './todays-cards.ts';

interface DrawResult extends CardResult {
  draw: Draw;
}

export type TodaysCardState = CardState<DrawResult>;

export interface TodaysCard extends Card, ShownCard {
  state: TodaysCardState;
}

export interface TodaysCards {
  /** In display order. */
  cards: TodaysCard[];
  /** In slot order. */
  states: readonly TodaysCardState[];
  /** How the cards roll, while one does. */
  plan: RollPlan | null;
  endRollOf(slot: Slot): void;
}

/** The drums are slower on a small screen. */
const planForScreen = (): RollPlan => ROLL_PLANS[matchMedia('(width < 48rem)').matches ? 'small' : 'wide'];

const isNew = (state: TodaysCardState, now: Instant): boolean =>
  state.kind === 'published' && isNewAt(state.result.publishedAt, now);

/** `now`: the instant for which the cards are computed. A component that uses it lives for one day only. */
export function useTodaysCards(now: Instant, publishDelay: number, draws: readonly Draw[]): TodaysCards {
  const clock = useServerClock();
  const date = istDateOf(now);
  const results = useMemo(
    () =>
      SLOTS.map((slot): DrawResult | null => {
        const draw = draws.find((candidate) => candidate.date === date && candidate.slot === slot);
        return draw ? { draw, digits: digitsTextOf(draw), publishedAt: Date.parse(draw.publishedAt) } : null;
      }),
    [draws, date],
  );
  const [states, setStates] = useState(() => results.map((result) => openCard<DrawResult>(result)));

  // A layout effect: a result must not be painted before the state that rolls it.
  useLayoutEffect(() => {
    const moment = { now: clock.now(), animated: wantsMotion() };
    setStates((current) => {
      const seen = current.map((state, place) => {
        const drawAt = drawInstant(date, SLOTS[place] ?? SLOTS[0]);
        return applyResult(state, results[place] ?? null, { ...moment, drawAt });
      });
      return seen.every((state, place) => state === current[place]) ? current : seen;
    });
  }, [clock, date, results]);

  const isRolling = states.some(({ kind }) => kind === 'rolling');
  const plan = useMemo(() => (isRolling ? planForScreen() : null), [isRolling]);
  const cards = cardsOfToday(now, publishDelay, draws).map((card): TodaysCard => {
    const state = states[SLOTS.indexOf(card.slot)] ?? openCard<DrawResult>(null);
    return { ...card, state, face: faceOf(state, { ...card, now }), isNew: isNew(state, now) };
  });
  return {
    cards,
    states,
    plan,
    endRollOf: (slot) =>
      setStates((current) => current.map((state, place) => (SLOTS[place] === slot ? endRoll(state) : state))),
  };
}
