/** Shown in place of a page that does not exist, has failed, or could not be loaded. */
import { isRouteErrorResponse, Link, useLocation, useNavigate } from 'react-router';
import { ACTION, MAIN_ACTION } from '../components/actions.ts';
import { Emblem } from '../components/emblem.tsx';
import { useRetry } from '../hooks/use-retry.ts';
import type { Messages } from '../i18n/en.ts';
import { useMessages, usePathIn } from '../i18n/i18n.tsx';
import { DATABASE_DOWN } from '../live/call-api.ts';
import { isNoResponse } from '../live/deadline.ts';

type ProblemKind = 'missing' | 'closed' | 'unreachable' | 'failed';

/** Null or a 404 means that there is no such page. */
function kindOf(error: unknown): ProblemKind {
  if (error === null) return 'missing';
  if (isRouteErrorResponse(error)) {
    if (error.status === 404) return 'missing';
    if (error.status === 503) return isDatabaseDown(error.data) ? 'unreachable' : 'closed';
    return 'failed';
  }
  return isNoResponse(error) ? 'unreachable' : 'failed';
}

/** Error data is an object if a loader threw it, and JSON text if the server responded before the loaders. */
const isDatabaseDown = (data: unknown): boolean =>
  (typeof data === 'string' ? data : (JSON.stringify(data) ?? '')).includes(`"code":"${DATABASE_DOWN}"`);

const textsOf = (kind: ProblemKind, { problem, maintenance, unreachable }: Messages) =>
  ({
    missing: { title: problem.notFoundTitle, text: problem.notFoundText },
    closed: maintenance,
    unreachable,
    failed: { title: problem.failedTitle, text: problem.failedText },
  })[kind];

export function NotFoundPage() {
  return <ProblemPage error={null} />;
}

export function ProblemPage({ error }: { error: unknown }) {
  const messages = useMessages();
  const pathTo = usePathIn();
  const kind = kindOf(error);
  const { title, text } = textsOf(kind, messages);
  return (
    <section className="mx-auto flex max-w-xl flex-col items-center gap-4 py-12 text-center sm:py-20">
      <title>{`${title} · ${messages.productName}`}</title>
      <meta name="robots" content="noindex" />
      <Emblem className="size-28 text-gold turn-slowly" />
      <h1 className="text-3xl">{title}</h1>
      <p className="text-lg text-ink-soft">{text}</p>
      <div className="mt-4 flex flex-wrap justify-center gap-3">
        {kind === 'missing' ? (
          <Link to={pathTo('/results')} className={ACTION}>
            {messages.problem.toCharts}
          </Link>
        ) : (
          <TryAgain isReachable={kind !== 'unreachable'} />
        )}
        <Link to={pathTo('/')} className={MAIN_ACTION}>
          {messages.problem.toHome}
        </Link>
      </div>
    </section>
  );
}

function TryAgain({ isReachable }: { isReachable: boolean }) {
  const { problem } = useMessages();
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const here = pathname + search;

  useRetry(!isReachable, () => navigate(here, { replace: true, preventScrollReset: true }));

  // A full page load resets all state. Without a connection it would show the browser's own error page.
  return isReachable ? (
    <a href={here} className={ACTION}>
      {problem.tryAgain}
    </a>
  ) : (
    <Link to={here} replace className={ACTION}>
      {problem.tryAgain}
    </Link>
  );
}
