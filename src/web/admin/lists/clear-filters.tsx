/** The way out of a list in which nothing is like what is looked for. */
import { ACTION } from '../../components/actions.ts';

export const ClearFilters = ({ onClear }: { onClear(): void }) => (
  <button type="button" className={ACTION} onClick={onClear}>
    Clear Filters
  </button>
);
