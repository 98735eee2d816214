/** Links to the draw times and time spans: each choice is an address, which works without scripts. */
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { SLOTS, slotLabel } from '../../../core/slots.ts';
import { SPANS } from '../../../core/statistics/spans.ts';
import type { StatisticsMessages } from '../../i18n/en-statistics.ts';
import { usePathIn } from '../../i18n/i18n.tsx';
import { choiceQuery, type StatisticsChoice } from './statistics-address.ts';

interface ChoicesProps {
  texts: StatisticsMessages;
  choice: StatisticsChoice;
}

export function StatisticsChoices({ texts, choice }: ChoicesProps) {
  return (
    <div className="screen-only mb-6 grid gap-5">
      <ChoiceList label={texts.slots} columns="grid-cols-3">
        {[null, ...SLOTS].map((slot) => (
          <Choice key={slot} to={{ ...choice, slot }} isCurrent={slot === choice.slot}>
            {slot ? slotLabel(slot) : texts.allSlots}
          </Choice>
        ))}
      </ChoiceList>
      <ChoiceList label={texts.spans} columns="grid-cols-2">
        {SPANS.map((span) => (
          <Choice key={span} to={{ ...choice, span }} isCurrent={span === choice.span}>
            {texts.spanOf[span]}
          </Choice>
        ))}
      </ChoiceList>
    </div>
  );
}

interface ChoiceListProps {
  label: string;
  /** On a phone. */
  columns: string;
  children: ReactNode;
}

const ChoiceList = ({ label, columns, children }: ChoiceListProps) => (
  <nav aria-label={label}>
    <p aria-hidden="true" className="mb-1.5 font-semibold text-ink-soft">
      {label}
    </p>
    <ul className={`grid gap-2 sm:flex sm:flex-wrap ${columns}`}>{children}</ul>
  </nav>
);

interface ChoiceProps {
  to: StatisticsChoice;
  isCurrent: boolean;
  children: ReactNode;
}

function Choice({ to, isCurrent, children }: ChoiceProps) {
  const pathTo = usePathIn();
  return (
    <li>
      <Link
        to={pathTo('/statistics') + choiceQuery(to)}
        preventScrollReset
        aria-current={isCurrent ? 'true' : undefined}
        className="slot-choice"
      >
        {children}
      </Link>
    </li>
  );
}
