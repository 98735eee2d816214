/** The five results of a day, like a printed result sheet. */
import { Link } from 'react-router';
import type { Draw } from '../../../contract/draws.ts';
import type { IstDate } from '../../../core/ist-time.ts';
import { SLOTS, type Slot, slotLabel } from '../../../core/slots.ts';
import { Corrections } from '../../components/corrections.tsx';
import { ResultBadge } from '../../components/result-badge.tsx';
import { SpokenDigits } from '../../components/spoken-digits.tsx';
import { usePathIn, useResultMessages } from '../../i18n/i18n.tsx';
import { useNoResultText } from './use-no-result-text.ts';

function DayRow({ draw, withBadge }: { draw: Draw; withBadge: boolean }) {
  const { draw: texts } = useResultMessages();
  const pathTo = usePathIn();
  return (
    <Link to={pathTo(`/draws/${draw.drawNo}`)} className="day-row">
      <span>
        <span className="day-slot">{slotLabel(draw.slot)}</span>
        <span className="day-number">{draw.drawNo}</span>
        {!withBadge && draw.corrections && (
          <span className="block text-sm font-semibold text-ember">{texts.labels.corrected}</span>
        )}
      </span>
      <SpokenDigits draw={draw} />
      {withBadge && (
        <span className="basis-full">
          <ResultBadge draw={draw} />
        </span>
      )}
    </Link>
  );
}

function NoResultRow({ date, slot }: { date: IstDate; slot: Slot }) {
  return (
    <p className="day-row text-ink-soft">
      <span className="day-slot">{slotLabel(slot)}</span>
      {useNoResultText(date, slot).text}
    </p>
  );
}

export interface DayResultsProps {
  date: IstDate;
  draws: readonly Draw[];
  /** Also shows the badges, and the former digits of corrected results. The loader returns the randomness. */
  withDetails?: boolean;
}

export function DayResults({ date, draws, withDetails = false }: DayResultsProps) {
  return (
    <ul className="day-results">
      {SLOTS.map((slot) => {
        const draw = draws.find((candidate) => candidate.slot === slot);
        return (
          <li key={slot}>
            {draw ? (
              <>
                <DayRow draw={draw} withBadge={withDetails} />
                {withDetails && draw.corrections && (
                  <div className="day-corrections @container">
                    <Corrections draw={draw} />
                  </div>
                )}
              </>
            ) : (
              <NoResultRow date={date} slot={slot} />
            )}
          </li>
        );
      })}
    </ul>
  );
}
