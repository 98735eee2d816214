/** The chi-square test in words. */
import { MIN_DRAWS } from '../../../core/statistics/evenness.ts';
import type { StatisticsMessages } from '../../i18n/en-statistics.ts';
import type { StatisticsData } from './load-statistics.ts';
import { pText } from './statistics-figures.ts';

interface EvennessProps {
  texts: StatisticsMessages;
  evenness: StatisticsData['evenness'];
}

export function EvennessSection({ texts, evenness: { grade, value, degrees, p } }: EvennessProps) {
  const { heading, grades, texts: explanations, test, figures } = texts.evenness;
  return (
    <section aria-labelledby="evenness" className="figure-card kasavu-edge justify-center px-5">
      <h2 id="evenness" className="mb-4 text-xl sm:text-2xl">
        {heading}
      </h2>
      <p className="mb-2 text-2xl leading-tight font-bold text-balance text-gold-ink sm:text-3xl">
        {grades[grade]}
      </p>
      <p className="mb-5 max-w-prose text-lg">
        {grade === 'tooFew' ? explanations.tooFew(MIN_DRAWS) : explanations[grade]}
      </p>
      <p className="max-w-prose text-ink-soft">{test}</p>
      {grade !== 'tooFew' && (
        <p className="mt-3 font-semibold tabular-nums">{figures(value.toFixed(1), degrees, pText(p))}</p>
      )}
    </section>
  );
}
