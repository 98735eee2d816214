/** The number of visitors now and over the last day. */
import { useId } from 'react';
import type { Dashboard } from '../../../contract/dashboard.ts';
import { Panel } from '../widgets/panel.tsx';
import { mostVisitors, PLOT, visitorsPath } from './visitors-path.ts';

export function Visitors({ dashboard }: { dashboard: Dashboard }) {
  const counts = dashboard.visitorHistory.map(({ at, visitors }) => ({ at: Date.parse(at), visitors }));
  const most = mostVisitors(counts);
  return (
    <Panel title="Visitors">
      <p>
        <b className="text-4xl leading-none tabular-nums">{dashboard.visitors}</b> connected now
      </p>
      {counts.length === 0 ? (
        <p className="mt-4 text-ink-soft">The first count comes within a minute.</p>
      ) : (
        <Plot path={visitorsPath(counts, Date.parse(dashboard.time))} most={most} />
      )}
    </Panel>
  );
}

function Plot({ path, most }: { path: string; most: number }) {
  const id = useId();
  return (
    <figure className="mt-4">
      <svg
        viewBox={`0 0 ${PLOT.width} ${PLOT.height}`}
        preserveAspectRatio="none"
        role="img"
        aria-labelledby={`${id}-title ${id}-text`}
        className="h-24 w-full xl:h-48 border-b border-ink-soft text-gold"
      >
        <title id={`${id}-title`}>Visitors over the last 24 hours</title>
        <desc id={`${id}-text`}>{`The most at a time in each five minutes: ${most} at the maximum.`}</desc>
        <path d={path} stroke="currentColor" strokeWidth="1.2" />
      </svg>
      <figcaption className="mt-1 flex justify-between gap-2 text-sm text-ink-soft">
        <span>24 h ago</span>
        <span>
          at most <b>{most}</b> at a time
        </span>
        <span>now</span>
      </figcaption>
    </figure>
  );
}
