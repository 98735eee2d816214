/** The ends of a result by the names that people use for them. */
import { endingName } from '../../../core/search.ts';
import { usePageMessages } from '../../i18n/i18n.tsx';

export function LastDigits({ result }: { result: string }) {
  const { drawPage } = usePageMessages();
  return (
    <section aria-labelledby="last-digits">
      <h2 id="last-digits" className="mb-3 text-xl">
        {drawPage.lastDigits}
      </h2>
      <dl className="grid grid-cols-3 gap-3">
        {drawPage.endings.map((meaning, index) => {
          const ending = result.slice(2 + index);
          return (
            <div key={meaning} className="thread-edge rounded-card bg-cloth px-3 py-4 text-center">
              <dt>
                <b className="block text-gold-ink">{endingName(ending)}</b>
                <span className="block text-sm leading-snug text-ink-soft">{meaning}</span>
              </dt>
              <dd className="mt-2 text-3xl font-bold tracking-wider tabular-nums">{ending}</dd>
            </div>
          );
        })}
      </dl>
    </section>
  );
}
