/** What 5D, 3D, 2D and 1D mean, shown on an example: a real result could be one that is still rolling. */
import { endingName } from '../../../core/search.ts';
import { useMessages } from '../../i18n/i18n.tsx';

export const EXAMPLE = '48152';

const ENDINGS = [EXAMPLE, EXAMPLE.slice(-3), EXAMPLE.slice(-2), EXAMPLE.slice(-1)];

export function EndingNames() {
  const { check } = useMessages();
  return (
    <>
      <p className="mb-2 text-sm text-ink-soft">{check.example(EXAMPLE)}</p>
      <dl className="grid grid-cols-2 gap-2 sm:grid-cols-4">
        {ENDINGS.map((ending) => {
          const name = endingName(ending);
          return (
            name && (
              <div key={name} className="rounded-control border border-thread bg-ground px-3 py-2.5">
                <dt className="text-sm leading-snug text-ink-soft">
                  <b className="block text-base text-gold-ink">{name}</b>
                  {check.named[name]}
                </dt>
                <dd className="mt-1 text-2xl font-bold tracking-wider tabular-nums">{ending}</dd>
              </div>
            )
          );
        })}
      </dl>
    </>
  );
}
