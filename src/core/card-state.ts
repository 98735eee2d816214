/**
 * The draw card as a state machine: what it shows while its result is awaited, revealed, out, corrected or taken back.
 * Time and the data move it; how it rolls is given to the millisecond.
 */
import { DIGIT_COUNT } from './digits.ts';
import { type Instant, MINUTE, SECOND } from './ist-time.ts';
import type { Phase } from './phase.ts';

/** A published result, as far as the card needs to know it. */
export interface CardResult {
  digits: string;
  publishedAt: Instant;
}

export type CardState<Result extends CardResult> =
  | { kind: 'awaited'; wasWithdrawn: boolean }
  | { kind: 'rolling'; result: Result }
  /** `former`: the digits that this very page has shown before they were corrected. */
  | { kind: 'published'; result: Result; former: string | null };

/** A page that is opened after the reveal shows the digits at once. */
export const openCard = <Result extends CardResult>(result: Result | null): CardState<Result> =>
  result ? { kind: 'published', result, former: null } : { kind: 'awaited', wasWithdrawn: false };

export interface Moment {
  now: Instant;
  drawAt: Instant;
  /** Whether the visitor's device wants to see things move. */
  animated: boolean;
}

/** Older than this, a result that arrives is caught up with and no longer revealed. */
export const ROLL_WITHIN = 2 * MINUTE;

/** What staff publish before the draw's time is shown at once; everything else that has just come out rolls. */
const deservesRoll = ({ publishedAt }: CardResult, { now, drawAt, animated }: Moment): boolean =>
  animated && publishedAt >= drawAt && now - publishedAt <= ROLL_WITHIN;

/** The card after the data says that this is its result, or that it has none. */
export function seeResult<Result extends CardResult>(
  state: CardState<Result>,
  result: Result | null,
  moment: Moment,
): CardState<Result> {
  if (!result) return state.kind === 'awaited' ? state : { kind: 'awaited', wasWithdrawn: true };
  if (state.kind === 'awaited') {
    return deservesRoll(result, moment)
      ? { kind: 'rolling', result }
      : { kind: 'published', result, former: null };
  }
  if (state.result === result) return state;
  if (state.result.digits !== result.digits)
    return { kind: 'published', result, former: state.result.digits };
  return { ...state, result };
}

export const endRoll = <Result extends CardResult>(state: CardState<Result>): CardState<Result> =>
  state.kind === 'rolling' ? { kind: 'published', result: state.result, former: null } : state;

/** Past this a result is no longer due at any moment: it is late, and nothing about it is live. */
export const OVERDUE_AFTER = 5 * MINUTE;

/** What the visitor sees; `overdue` looks like a draw in progress, for the public hears nothing of drafts. */
export type CardFace = 'waiting' | 'live' | 'overdue' | 'rolling' | 'published';

export function faceOf(
  { kind }: CardState<CardResult>,
  { phase, revealAt, now }: { phase: Phase; revealAt: Instant; now: Instant },
): CardFace {
  if (kind !== 'awaited') return kind;
  if (phase === 'waiting') return 'waiting';
  return now - revealAt > OVERDUE_AFTER ? 'overdue' : 'live';
}

/** In the last second a countdown has nothing left to count: then it is "soon", or "any moment". */
export const isImminent = (target: Instant, now: Instant): boolean => target - now <= SECOND;

export interface RollPlan {
  /** How long one digit is in view while a drum rolls. */
  tick: number;
  /** When each drum stops, from left to right. */
  stops: readonly number[];
  /** When the result counts as published. */
  end: number;
}

const FINAL_WAIT = 500;

function planRoll(tick: number, firstStop: number, stopsApart: number): RollPlan {
  const stops = Array.from({ length: DIGIT_COUNT }, (_, place) => firstStop + stopsApart * place);
  return { tick, stops, end: Math.max(...stops) + FINAL_WAIT };
}

/** 20 ticks of 100 ms, and 3 more for each digit further to the right; on a small screen slower and longer. */
export const ROLL_PLANS = {
  wide: planRoll(100, 20 * 100, 3 * 100),
  small: planRoll(200, 3_000, 400),
} as const;
