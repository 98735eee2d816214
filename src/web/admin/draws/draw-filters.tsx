/** The search and the filters of the draws screen; on a phone the filters are behind a button. */
import { type ReactNode, useCallback, useId, useState } from 'react';
import { isIstDate, isIstMonth } from '../../../core/ist-time.ts';
import { SLOTS, slotLabel } from '../../../core/slots.ts';
import { ACTION } from '../../components/control-classes.ts';
import { SearchBox } from '../../components/search-box.tsx';
import { SelectField } from '../forms/field.tsx';
import { useSearchKey } from '../keys/keys.tsx';
import { PeriodField } from '../lists/period-field.tsx';
import { FilterIcon } from '../widgets/panel-icons.tsx';
import type { DrawFilterValues, FilterName } from './filter-values.ts';

interface DrawFiltersProps {
  filterValues: DrawFilterValues;
  onChoose(name: FilterName, value: string): void;
  /** Beside the search. */
  children: ReactNode;
}

export function DrawFilters({ filterValues, onChoose, children }: DrawFiltersProps) {
  useSearchKey();
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const onSearch = useCallback((text: string) => onChoose('q', text), [onChoose]);
  const { q = '', ...chosen } = filterValues;
  const count = Object.keys(chosen).length;
  return (
    <search className="mb-6 grid grid-cols-1 items-end gap-3 sm:grid-cols-4">
      <div className="flex flex-wrap items-end gap-3 sm:col-span-4">
        <div className="flex grow max-sm:basis-full">
          <SearchBox label="Search" hint="Draw number or digits" asked={q} onSearch={onSearch} />
        </div>
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={id}
          className={`${ACTION} grow sm:hidden`}
          onClick={() => setOpen(!isOpen)}
        >
          <FilterIcon />
          Filters{count > 0 && ` (${count})`}
        </button>
        {children}
      </div>
      <div id={id} className={`${isOpen ? 'grid' : 'hidden'} grid-cols-2 gap-3 sm:contents`}>
        <PeriodField
          label="Date"
          type="date"
          chosen={filterValues.date ?? ''}
          isWhole={isIstDate}
          onChoose={(date) => onChoose('date', date)}
        />
        <PeriodField
          label="Month"
          type="month"
          chosen={filterValues.month ?? ''}
          isWhole={isIstMonth}
          onChoose={(month) => onChoose('month', month)}
        />
        <SelectField
          label="Time slot"
          value={filterValues.slot ?? ''}
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
          value={filterValues.status ?? ''}
          onChange={(event) => onChoose('status', event.currentTarget.value)}
        >
          <option value="">All</option>
          <option value="published">Published</option>
          <option value="draft">Draft</option>
        </SelectField>
      </div>
    </search>
  );
}
