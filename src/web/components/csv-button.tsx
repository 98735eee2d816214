/** Downloads results as CSV, filtered by parameters of the API. */
import { useResultMessages } from '../i18n/i18n.tsx';
import { ACTION } from './control-classes.ts';
import { DownloadIcon } from './page-icons.tsx';

export function CsvButton({ filters }: { filters: Record<string, string> }) {
  const { charts } = useResultMessages();
  return (
    <form action="/api/draws.csv" className="screen-only">
      {Object.entries(filters).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <button type="submit" className={ACTION}>
        <DownloadIcon />
        {charts.exportCsv}
      </button>
    </form>
  );
}
