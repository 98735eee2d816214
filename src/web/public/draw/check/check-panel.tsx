/** The check of a draw in the browser: five steps, what they found, and what they do not prove. */
import { useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import type { Draw } from '../../../../contract/draws.ts';
import type { BeaconChain } from '../../../../core/public-log/beacon-chain.ts';
import { STEPS } from '../../../../core/public-log/draw-check.ts';
import { ACTION } from '../../../components/control-classes.ts';
import type { DrawCheckMessages } from '../../../i18n/en-draw-check.ts';
import { usePathIn } from '../../../i18n/i18n.tsx';
import { CheckStepItem } from './check-step.tsx';
import { type Check, useCheck } from './use-check.ts';

/** What is said about the whole check; screen readers hear it when it changes. */
function summaryOf(check: Check, texts: DrawCheckMessages): { text: string; isFailure: boolean } {
  if (check.state !== 'done')
    return { text: texts.states[check.state], isFailure: check.state !== 'running' };
  if (check.shown < STEPS.length) return { text: texts.states.running, isFailure: false };
  const outcomes = STEPS.map((name) => check.report[name].outcome);
  const failures = outcomes.filter((outcome) => outcome === 'failed').length;
  if (failures > 0) return { text: texts.failed(failures), isFailure: true };
  return { text: outcomes.includes('noted') ? texts.noted : texts.passed, isFailure: false };
}

export interface CheckPanelProps {
  texts: DrawCheckMessages;
  draw: Draw;
  ownBeacon: BeaconChain | null;
}

export function CheckPanel({ texts, draw, ownBeacon }: CheckPanelProps) {
  const [repetition, setRepetition] = useState(0);
  const check = useCheck(draw, ownBeacon, repetition);
  const pathTo = usePathIn();
  const panel = useRef<HTMLDivElement>(null);
  // It takes the place of the button that had the focus.
  useEffect(() => panel.current?.focus({ preventScroll: true }), []);
  const { text, isFailure } = summaryOf(check, texts);
  const isBusy = check.state === 'running' || (check.state === 'done' && check.shown < STEPS.length);
  return (
    <div ref={panel} tabIndex={-1} className="outline-none">
      <p role="status" className={`mb-4 text-lg font-semibold ${isFailure ? 'text-ember' : ''}`}>
        {text}
      </p>
      {(check.state === 'running' || check.state === 'done') && (
        <ol aria-busy={isBusy} className="thread-edge divide-y divide-thread rounded-card bg-cloth">
          {STEPS.map((name, index) => (
            <CheckStepItem
              key={name}
              name={name}
              number={index + 1}
              texts={texts}
              step={check.state === 'done' && index < check.shown ? check.report[name] : null}
              isRemembered={check.state === 'done' ? check.isRemembered : null}
            />
          ))}
        </ol>
      )}
      {!isBusy && check.state !== 'unsupported' && (
        <button type="button" onClick={() => setRepetition(repetition + 1)} className={`${ACTION} mt-4`}>
          {texts.again}
        </button>
      )}
      <h3 className="mt-6 mb-2 text-lg">{texts.notProven}</h3>
      <ul className="grid list-disc gap-1.5 pl-5 text-ink-soft">
        {texts.limits.map((limit) => (
          <li key={limit}>{limit}</li>
        ))}
      </ul>
      <Link
        to={pathTo('/verify')}
        className="mt-3 inline-flex min-h-11 items-center font-semibold text-maroon underline underline-offset-4"
      >
        {texts.more}
      </Link>
    </div>
  );
}
