/** The glossary, with examples computed from one draw. */
import { drawNumberFor } from '../../../core/draw-number.ts';
import { scheduleOf } from '../../../core/schedule.ts';
import { SLOTS, slotLabel, timeLabel } from '../../../core/slots.ts';
import { longDate } from '../../i18n/dates.ts';
import { usePageMessages } from '../../i18n/i18n.tsx';
import { useLiveData } from '../../live/live-data-provider.tsx';

const EXAMPLE = { date: '2026-11-15', slot: SLOTS[1], result: '48207' };

export function Glossary() {
  const messages = usePageMessages();
  const { helpPage } = messages;
  const { date, slot, result } = EXAMPLE;
  const label = slotLabel(slot);
  const schedule = scheduleOf(useLiveData().settings.publishDelay);
  const resultTime = schedule.find((each) => each.slot === slot)?.resultTime ?? '';
  const entries = [
    { term: '3D', meaning: helpPage.threeD, example: `${result} → ${result.slice(-3)}` },
    { term: '2D', meaning: helpPage.twoD, example: `${result} → ${result.slice(-2)}` },
    { term: '1D', meaning: helpPage.oneD, example: `${result} → ${result.slice(-1)}` },
    {
      term: helpPage.drawNumberTerm,
      meaning: helpPage.drawNumber,
      example: helpPage.drawNumberExample(drawNumberFor(date, slot), longDate(date, messages), label),
    },
    { term: helpPage.timeSlotTerm, meaning: helpPage.timeSlot, example: SLOTS.map(slotLabel).join(', ') },
    {
      term: helpPage.publishedTerm,
      meaning: helpPage.published,
      example: helpPage.publishedExample(label, timeLabel(resultTime)),
    },
  ];
  return (
    <>
      <p className="mb-4 text-ink-soft">{helpPage.glossaryIntro(result)}</p>
      <dl className="grid gap-4 sm:grid-cols-2">
        {entries.map(({ term, meaning, example }) => (
          <div key={term} className="thread-edge rounded-card bg-cloth p-5">
            <dt className="text-lg font-bold text-gold-ink">{term}</dt>
            <dd>{meaning}</dd>
            <dd className="mt-2 border-l-[3px] border-gold pl-3 tabular-nums">
              <span className="block text-sm text-ink-soft">{helpPage.example}</span>
              {example}
            </dd>
          </div>
        ))}
      </dl>
    </>
  );
}
