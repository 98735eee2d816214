/** The state of a check: running, failed to run, or its steps one after the other. */
import { useEffect, useEffectEvent, useState } from 'react';
import type { Draw } from '../../../../contract/draws.ts';
import { digitsTextOf } from '../../../../core/digits.ts';
import type { BeaconChain } from '../../../../core/public-log/beacon-chain.ts';
import { STEPS } from '../../../../core/public-log/draw-check.ts';
import { ApiProblem } from '../../../api/call-api.ts';
import { isNoResponse } from '../../../api/request-deadline.ts';
import { wantsMotion } from '../../../browser/motion.ts';
import { isSupported } from './browser-crypto.ts';
import { type CheckedDraw, runCheck } from './run-check.ts';

/** Between two steps, so that one can read along. */
const STEP_INTERVAL_MS = 450;

export type Check =
  | { state: 'running' | 'unsupported' | 'unreachable' | 'unavailable' | 'unreadable' }
  /** `shown`: how many steps are shown so far. */
  | ({ state: 'done'; shown: number } & CheckedDraw);

/** What the check is about: another result needs another check. */
const keyOf = ({ id, date, slot, drawNo, provenance, publishedAt, corrections, ...draw }: Draw): string =>
  JSON.stringify([id, date, slot, drawNo, provenance, publishedAt, corrections, digitsTextOf(draw)]);

function stateAfter(error: unknown): 'unreachable' | 'unavailable' | 'unreadable' {
  if (isNoResponse(error)) return 'unreachable';
  return error instanceof ApiProblem ? 'unavailable' : 'unreadable';
}

/** Starts when it is rendered first, again with each number, and when the result has changed. */
export function useCheck(draw: Draw, ownBeacon: BeaconChain | null, repetition: number): Check {
  const [check, setCheck] = useState<Check>({ state: isSupported() ? 'running' : 'unsupported' });
  const shownDraw = useEffectEvent(() => draw);

  // biome-ignore lint/correctness/useExhaustiveDependencies: each repetition is a new check.
  useEffect(() => {
    if (!isSupported()) return;
    const leaving = new AbortController();
    const { signal } = leaving;
    setCheck({ state: 'running' });
    runCheck({ shownDraw: () => shownDraw(), ownBeacon, signal }).then(
      (checked) =>
        !signal.aborted && setCheck({ state: 'done', shown: wantsMotion() ? 1 : STEPS.length, ...checked }),
      (error) => !signal.aborted && setCheck({ state: stateAfter(error) }),
    );
    return () => leaving.abort();
  }, [repetition, keyOf(draw)]);

  const isRevealing = check.state === 'done' && check.shown < STEPS.length;
  useEffect(() => {
    if (!isRevealing) return;
    const timer = setInterval(
      () =>
        setCheck((current) =>
          current.state === 'done'
            ? { ...current, shown: Math.min(current.shown + 1, STEPS.length) }
            : current,
        ),
      STEP_INTERVAL_MS,
    );
    return () => clearInterval(timer);
  }, [isRevealing]);

  return check;
}
