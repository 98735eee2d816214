/** The figures of the heat maps as tables, narrow enough for a phone. */
import type { StatisticsMessages } from '../../i18n/en-statistics.ts';
import { AsTable } from './figure-card.tsx';
import type { HeatMapLayout } from './heat-map.ts';

interface TableProps {
  texts: StatisticsMessages;
  layout: HeatMapLayout;
  caption: string;
}

const DIGITS = [...'0123456789'];

/** A row for each digit and a column for each position, because the names of the positions are long. */
export const PositionsTable = ({ texts, layout, caption }: TableProps) => (
  <AsTable
    summary={texts.asTable}
    caption={caption}
    head={
      <tr>
        <th scope="col">{texts.digit}</th>
        {texts.positionOf.map((name) => (
          <th key={name} scope="col">
            {name}
          </th>
        ))}
      </tr>
    }
  >
    {DIGITS.map((digit, column) => (
      <tr key={digit}>
        <th scope="row">{digit}</th>
        {texts.positionOf.map((name, row) => (
          <td key={name}>{layout.cells[row]?.[column]?.figure ?? texts.never}</td>
        ))}
      </tr>
    ))}
  </AsTable>
);

/** A row for each ten endings. */
export const EndingsTable = ({ texts, layout, caption }: TableProps) => (
  <AsTable
    summary={texts.asTable}
    caption={caption}
    isDense
    head={
      <tr>
        <th scope="col">
          <span className="sr-only">{texts.endings}</span>
        </th>
        {DIGITS.map((units) => (
          <th key={units} scope="col">
            <span aria-hidden="true">{units}</span>
            <span className="sr-only">{`${texts.units} ${units}`}</span>
          </th>
        ))}
      </tr>
    }
  >
    {layout.cells.map((cells, tens) => (
      <tr key={DIGITS[tens]}>
        <th scope="row">{`${tens}0–${tens}9`}</th>
        {cells.map(({ figure }, units) => (
          <td key={DIGITS[units]}>{figure}</td>
        ))}
      </tr>
    ))}
  </AsTable>
);
