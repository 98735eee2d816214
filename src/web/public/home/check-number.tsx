/** "Check a number": the number is part of the address, so that it works as a link and without scripts. */
import { lazy, Suspense, useEffect, useId, useRef } from 'react';
import { Form, Link, useSearchParams } from 'react-router';
import { endingName } from '../../../core/endings.ts';
import { FIELD, LABEL, MAIN_ACTION } from '../../components/control-classes.ts';
import { useMessages, usePathIn } from '../../i18n/i18n.tsx';
import type { CheckedText } from './checked-number.ts';
import { type CheckedNumber, loadFoundDraws, useCheckedNumber } from './use-checked-number.ts';

const FoundDraws = lazy(loadFoundDraws);

/** The anchor of the result. */
const CHECK = 'check';

/** Not a real result, which could be one that is still being revealed. */
const EXAMPLE = '48152';

const ENDINGS = [EXAMPLE, EXAMPLE.slice(-3), EXAMPLE.slice(-2), EXAMPLE.slice(-1)];

/** Explains 5D, 3D, 2D and 1D by an example. */
function EndingNames() {
  const { check } = useMessages();
  return (
    <>
      <p className="mb-2 text-sm text-ink-soft">{check.example(EXAMPLE)}</p>
      <dl className="grid grid-cols-2 gap-2 sm:grid-cols-4">
        {ENDINGS.map((ending) => {
          const name = endingName(ending);
          return (
            name && (
              <div key={name} className="rounded-control border border-thread bg-ground px-3 py-2.5">
                <dt className="text-sm leading-snug text-ink-soft">
                  <b className="block text-base text-gold-ink">{name}</b>
                  {check.named[name]}
                </dt>
                <dd className="mt-1 text-2xl font-bold tracking-wider tabular-nums">{ending}</dd>
              </div>
            )
          );
        })}
      </dl>
    </>
  );
}

function Result({ check }: { check: CheckedNumber }) {
  const { check: texts } = useMessages();
  if (check.state === 'unasked' || check.state === 'invalid') return <EndingNames />;
  const checking = <p className="text-ink-soft">{texts.checking}</p>;
  if (check.state === 'checking') return checking;
  if (check.state === 'done') {
    return (
      <Suspense fallback={checking}>
        <FoundDraws number={check.number} found={check.found} />
      </Suspense>
    );
  }
  return (
    <p className="flex flex-wrap items-center gap-x-4 font-semibold text-ember">
      {texts.failed}
      <button
        type="button"
        onClick={check.retry}
        className="min-h-11 text-maroon underline underline-offset-4"
      >
        {texts.tryAgain}
      </button>
    </p>
  );
}

export function CheckNumber({ loaded }: { loaded: CheckedText | null }) {
  const { check: texts } = useMessages();
  const pathTo = usePathIn();
  const [query] = useSearchParams();
  const asked = query.get('check');
  const slot = query.get('slot');
  const check = useCheckedNumber(asked, loaded);
  const [hint, fault] = [useId(), useId()];
  const field = useRef<HTMLInputElement>(null);
  const submitted = useRef(asked);

  // A number from a link or the back button replaces what was typed; that of the field itself does not, because the
  // next one may have been typed since.
  useEffect(() => {
    if (field.current && asked !== submitted.current) field.current.value = asked ?? '';
    submitted.current = asked;
  }, [asked]);

  const isInvalid = check.state === 'invalid';
  const home = pathTo('/');
  return (
    <section aria-labelledby={CHECK} className="thread-edge rounded-card bg-cloth p-5 sm:p-6">
      <h2 id={CHECK} className="text-2xl">
        {texts.heading}
      </h2>
      <p id={hint} className="mb-4 text-ink-soft">
        {texts.hint}
      </p>
      <Form
        action={`${home}#${CHECK}`}
        onSubmit={() => {
          submitted.current = field.current?.value ?? null;
        }}
        role="search"
        preventScrollReset
        className="screen-only"
      >
        {slot && <input type="hidden" name="slot" value={slot} />}
        <label htmlFor="check-field" className={LABEL}>
          {texts.field}
        </label>
        <div className="flex gap-2">
          <input
            ref={field}
            id="check-field"
            name="check"
            defaultValue={asked ?? ''}
            required
            maxLength={24}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            enterKeyHint="search"
            placeholder={EXAMPLE}
            aria-invalid={isInvalid}
            aria-describedby={isInvalid ? fault : hint}
            className={`${FIELD} text-lg tracking-wider tabular-nums`}
          />
          <button type="submit" className={MAIN_ACTION}>
            {texts.check}
          </button>
        </div>
        {isInvalid && (
          <p id={fault} className="mt-2 font-semibold text-ember">
            {texts.invalid}
          </p>
        )}
      </Form>
      <div aria-live="polite" aria-busy={check.state === 'checking'} className="mt-5">
        <Result check={check} />
      </div>
      {asked !== null && (
        <Link
          to={slot ? `${home}?slot=${slot}` : home}
          preventScrollReset
          className="screen-only mt-2 inline-flex min-h-11 items-center font-semibold text-maroon underline underline-offset-4"
        >
          {texts.clear}
        </Link>
      )}
    </section>
  );
}
