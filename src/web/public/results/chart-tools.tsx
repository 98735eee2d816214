/** The period and number of results shown, with buttons for CSV and print. */
import type { IstDate } from '../../../core/ist-time.ts';
import { ACTION } from '../../components/actions.ts';
import { CsvButton } from '../../components/csv-button.tsx';
import { PrintIcon } from '../../components/icons.tsx';
import { usePageMessages } from '../../i18n/i18n.tsx';
import { type ChartFilter, csvFilters } from './chart-address.ts';

export interface ChartToolsProps {
  filter: ChartFilter;
  today: IstDate;
  period: string;
  count: number;
}

export function ChartTools({ filter, today, period, count }: ChartToolsProps) {
  const { charts, productName } = usePageMessages();
  return (
    <div className="mb-4 flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
      <p className="paper-only">{productName}</p>
      <p role="status" className="font-semibold">
        {period} <span className="font-medium text-ink-soft">· {charts.count(count)}</span>
      </p>
      {count > 0 && (
        <div className="screen-only flex gap-3">
          <CsvButton filters={csvFilters(filter, today)} />
          <button type="button" onClick={() => print()} className={`${ACTION} script-only max-sm:hidden`}>
            <PrintIcon />
            {charts.print}
          </button>
        </div>
      )}
    </div>
  );
}
