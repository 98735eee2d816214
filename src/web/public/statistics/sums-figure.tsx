/** The sums of the five digits as bars, with the line that equal chances give, and the same as a table. */
import type { StatisticsMessages } from '../../i18n/en-statistics.ts';
import { AsTable } from './figure-card.tsx';
import { averageText } from './statistics-figures.ts';
import type { SumsLayout } from './sum-chart.ts';

interface SumsProps {
  texts: StatisticsMessages;
  sums: SumsLayout & { results: number[] };
}

export function SumsFigure({ texts, sums }: SumsProps) {
  return (
    <>
      <SumsSvg texts={texts} sums={sums} />
      <ul aria-hidden="true" className="sum-legend">
        <li className="sum-legend-bar">{texts.repeats.results}</li>
        <li className="sum-legend-line">{texts.repeats.byChance}</li>
      </ul>
      <AsTable
        summary={texts.asTable}
        caption={texts.sums.drawing}
        head={
          <tr>
            <th scope="col">{texts.sums.sum}</th>
            <th scope="col">{texts.repeats.results}</th>
            <th scope="col">{texts.repeats.byChance}</th>
          </tr>
        }
      >
        {sums.results.map((results, sum) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the index is the sum.
          <tr key={sum}>
            <th scope="row">{sum}</th>
            <td>{results}</td>
            <td>{averageText(sums.averages[sum] ?? 0)}</td>
          </tr>
        ))}
      </AsTable>
    </>
  );
}

function SumsSvg({ texts, sums }: SumsProps) {
  const { width, height, base, bars, barWidth, line, sumTicks, heightTicks } = sums;
  return (
    <svg viewBox={`0 0 ${width} ${height}`} role="img" aria-labelledby="sums-drawing" className="sum-chart">
      <title id="sums-drawing">{texts.sums.drawing}</title>
      {heightTicks.map(({ y, results }) => (
        <g key={results}>
          <line x1={24} x2={width} y1={y} y2={y} className="sum-grid" />
          <text x={20} y={y} className="sum-height">
            {results}
          </text>
        </g>
      ))}
      {bars.map(({ x, y, height: barHeight }) => (
        <rect key={x} x={x} y={y} width={barWidth} height={barHeight} className="sum-bar" />
      ))}
      <line x1={24} x2={width} y1={base} y2={base} className="sum-base" />
      <path d={line} className="sum-line" />
      {sumTicks.map(({ x, sum }) => (
        <text key={sum} x={x} y={base + 12} className="sum-tick">
          {sum}
        </text>
      ))}
    </svg>
  );
}
