/** What an operator should know before anything else. */
import type { Dashboard } from '../../../contract/dashboard.ts';

export function Warnings({ warnings }: Pick<Dashboard, 'warnings'>) {
  if (warnings.length === 0) return null;
  return (
    <section
      aria-label="Warnings"
      className="rounded-card border-2 border-ember bg-cloth px-4 py-3 font-semibold text-ember"
    >
      <ul className="space-y-1">
        {warnings.map(({ code, text }) => (
          <li key={code}>{text}</li>
        ))}
      </ul>
    </section>
  );
}
