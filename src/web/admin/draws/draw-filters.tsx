/** The fields in which the filters of the draws screen are chosen. */
import { useCallback } from 'react';
import { isIstDate, isIstMonth } from '../../../core/ist-time.ts';
import { SLOTS, slotLabel } from '../../../core/slots.ts';
import { SearchBox } from '../../components/search-box.tsx';
import { SelectField } from '../forms/field.tsx';
import { PeriodField } from '../lists/period-field.tsx';
import type { FilterName, Filters } from './filters.ts';

interface DrawFiltersProps {
  filters: Filters;
  onChoose(name: FilterName, value: string): void;
}

export function DrawFilters({ filters, onChoose }: DrawFiltersProps) {
  const onSearch = useCallback((text: string) => onChoose('q', text), [onChoose]);
  return (
    <search className="mb-6 grid grid-cols-2 gap-3 lg:grid-cols-[1fr_1fr_1fr_1fr_2fr]">
      <PeriodField
        label="Date"
        type="date"
        chosen={filters.date ?? ''}
        isWhole={isIstDate}
        onChoose={(date) => onChoose('date', date)}
      />
      <PeriodField
        label="Month"
        type="month"
        chosen={filters.month ?? ''}
        isWhole={isIstMonth}
        onChoose={(month) => onChoose('month', month)}
      />
      <SelectField
        label="Time slot"
        value={filters.slot ?? ''}
        onChange={(event) => onChoose('slot', event.currentTarget.value)}
      >
        <option value="">All slots</option>
        {SLOTS.map((slot) => (
          <option key={slot} value={slot}>
            {slotLabel(slot)}
          </option>
        ))}
      </SelectField>
      <SelectField
        label="Status"
        value={filters.status ?? ''}
        onChange={(event) => onChoose('status', event.currentTarget.value)}
      >
        <option value="">All</option>
        <option value="published">Published</option>
        <option value="draft">Draft</option>
      </SelectField>
      <div className="col-span-2 flex lg:col-span-1">
        <SearchBox label="Search" hint="Draw number or digits" asked={filters.q ?? ''} onSearch={onSearch} />
      </div>
    </search>
  );
}
