/** How many results had equal digits, beside what equal chances give: a table with a bar in each row. */

import { REPEAT_KINDS, type RepeatKind } from '../../../core/statistics/count-digits.ts';
import { REPEAT_CHANCES } from '../../../core/statistics/equal-chances.ts';
import type { StatisticsMessages } from '../../i18n/en-statistics.ts';
import { averageText } from './statistics-figures.ts';

const EXAMPLES: Record<RepeatKind, string> = {
  allDifferent: '37150',
  pair: '41487',
  twoPairs: '82285',
  threeAlike: '60667',
  fullHouse: '39933',
  fourAlike: '77747',
  fiveAlike: '22222',
};

interface RepeatsProps {
  texts: StatisticsMessages;
  draws: number;
  repeats: Record<RepeatKind, number>;
}

export function RepeatsTable({ texts, draws, repeats }: RepeatsProps) {
  const { kind: kindHeading, results, byChance, kinds, example, heading } = texts.repeats;
  return (
    <table className="repeats">
      <caption className="sr-only">{heading}</caption>
      <thead>
        <tr>
          <th scope="col">{kindHeading}</th>
          <th scope="col">{results}</th>
          <th scope="col">{byChance}</th>
        </tr>
      </thead>
      <tbody>
        {REPEAT_KINDS.map((kind) => (
          <tr key={kind}>
            <th scope="row">
              {kinds[kind]} <span className="repeat-example">{example(EXAMPLES[kind])}</span>
              <ShareBar share={draws === 0 ? 0 : repeats[kind] / draws} chance={REPEAT_CHANCES[kind]} />
            </th>
            <td>{repeats[kind]}</td>
            <td>{averageText(draws * REPEAT_CHANCES[kind])}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** A bar for the share of the results, and a mark where equal chances would end it. */
const ShareBar = ({ share, chance }: { share: number; chance: number }) => (
  <svg viewBox="0 0 200 8" preserveAspectRatio="none" aria-hidden="true" className="share-bar">
    <rect y={1} width={200} height={6} className="share-whole" />
    <rect y={1} width={round(share * 200)} height={6} className="share-part" />
    <rect x={round(chance * 200)} width={1.5} height={8} className="share-chance" />
  </svg>
);

const round = (value: number): number => Math.round(value * 10) / 10;
