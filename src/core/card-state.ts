/** The state machine of a draw card: awaited, rolling, published. */
import { DIGIT_COUNT } from './digits.ts';
import { type Instant, MINUTE } from './ist-time.ts';
import { OVERDUE_AFTER, type Phase } from './phase.ts';

/** The part of a published result that the card needs. */
export interface CardResult {
  digits: string;
  publishedAt: Instant;
}

export type CardState<Result extends CardResult> =
  | { kind: 'awaited' }
  | { kind: 'rolling'; result: Result }
  | { kind: 'published'; result: Result; hasRolled: boolean };

/** A page opened after the reveal shows the digits without a roll. */
export const openCard = <Result extends CardResult>(result: Result | null): CardState<Result> =>
  result ? { kind: 'published', result, hasRolled: false } : { kind: 'awaited' };

export interface Moment {
  now: Instant;
  drawAt: Instant;
  /** False if the visitor prefers reduced motion. */
  animated: boolean;
}

/** A result that arrives later than this is shown without a roll. */
export const ROLL_WITHIN = 2 * MINUTE;

/** A result that staff publish before the draw's time is shown without a roll; other new results roll. */
const shouldRoll = ({ publishedAt }: CardResult, { now, drawAt, animated }: Moment): boolean =>
  animated && publishedAt >= drawAt && now - publishedAt <= ROLL_WITHIN;

/** The state after the data has this result, or none. */
export function applyResult<Result extends CardResult>(
  state: CardState<Result>,
  result: Result | null,
  moment: Moment,
): CardState<Result> {
  if (!result) return state.kind === 'awaited' ? state : { kind: 'awaited' };
  if (state.kind === 'awaited') {
    return shouldRoll(result, moment) ? { kind: 'rolling', result } : openCard(result);
  }
  if (state.result === result) return state;
  return state.result.digits === result.digits ? { ...state, result } : openCard(result);
}

export const endRoll = <Result extends CardResult>(state: CardState<Result>): CardState<Result> =>
  state.kind === 'rolling' ? { kind: 'published', result: state.result, hasRolled: true } : state;

/**
 * What the visitor sees. `overdue` depends on the time alone: the public must not learn whether a draw is late, was
 * withdrawn, or has no draft.
 */
export type CardFace = 'waiting' | 'live' | 'overdue' | 'rolling' | 'published';

export function faceOf(
  { kind }: CardState<CardResult>,
  { phase, revealAt, now }: { phase: Phase; revealAt: Instant; now: Instant },
): CardFace {
  if (kind !== 'awaited') return kind;
  if (phase === 'waiting') return 'waiting';
  return now - revealAt > OVERDUE_AFTER ? 'overdue' : 'live';
}

/** Whether the draw is live or its result rolls. */
export const isActive = ({ face }: { face: CardFace }): boolean => face === 'live' || face === 'rolling';

export interface RollPlan {
  /** How long one digit is visible while a drum rolls. */
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

/** 20 ticks of 100 ms, and 3 more for each next digit; slower and longer on a small screen. */
export const ROLL_PLANS = {
  wide: planRoll(100, 20 * 100, 3 * 100),
  small: planRoll(200, 3_000, 400),
} as const;
