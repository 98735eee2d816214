/** A heat map as SVG with the figure in every cell, and its legend. */
import type { StatisticsMessages } from '../../i18n/en-statistics.ts';
import type { HeatMapLayout } from './heat-map.ts';

interface HeatMapProps {
  id: string;
  texts: StatisticsMessages;
  layout: HeatMapLayout;
  /** What the drawing shows. */
  label: string;
  /** What columns and rows are. */
  across: string;
  down: string;
  rowMarks: readonly string[];
}

export function HeatMapFigure(props: HeatMapProps) {
  const { texts, layout, across, down } = props;
  return (
    <>
      <p aria-hidden="true" className="heat-axes">
        <span>→ {across}</span>
        <span>↓ {down}</span>
      </p>
      <HeatMapSvg {...props} />
      <Legend texts={texts} layout={layout} />
    </>
  );
}

function HeatMapSvg({ id, layout, label, rowMarks }: HeatMapProps) {
  const { width, height, cell, columns, rows, cells } = layout;
  const half = cell / 2;
  return (
    <svg viewBox={`0 0 ${width} ${height}`} role="img" aria-labelledby={`${id}-drawing`} className="heat-map">
      <title id={`${id}-drawing`}>{label}</title>
      {columns.map((x, digit) => (
        <text key={x} x={x + half} y={10} className="heat-mark">
          {digit}
        </text>
      ))}
      {rows.map((y, row) => (
        <text key={y} x={8} y={y + half} className="heat-mark">
          {rowMarks[row]}
        </text>
      ))}
      {cells.flatMap((figures, row) =>
        figures.map(({ figure, step }, column) => {
          const [x, y] = [columns[column] ?? 0, rows[row] ?? 0];
          return (
            <g key={`${x} ${y}`} className={step === null ? 'heat-none' : `heat-${step}`}>
              <rect x={x} y={y} width={cell} height={cell} rx={4} />
              <text x={x + half} y={y + half} data-long={(figure ?? 0) > 999 || undefined}>
                {figure ?? '–'}
              </text>
            </g>
          );
        }),
      )}
    </svg>
  );
}

function Legend({ texts, layout }: Pick<HeatMapProps, 'texts' | 'layout'>) {
  const hasNever = layout.cells.flat().some(({ step }) => step === null);
  return (
    <ul aria-label={texts.legend} className="heat-legend">
      {layout.legend.map(({ step, figures }) => (
        <li key={step} className={`heat-${step}`}>
          {figures}
        </li>
      ))}
      {hasNever && <li className="heat-none">– {texts.never}</li>}
    </ul>
  );
}
