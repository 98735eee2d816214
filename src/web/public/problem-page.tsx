/** Shown in place of a page that does not exist, has failed, or could not be loaded. */
import { type MouseEvent, useEffect } from 'react';
import { isRouteErrorResponse, Link, useLocation, useNavigate } from 'react-router';
import { DATABASE_DOWN } from '../api/call-api.ts';
import { isNoResponse } from '../api/request-deadline.ts';
import { openKept } from '../browser/service-worker-client.ts';
import { ACTION, MAIN_ACTION } from '../components/control-classes.ts';
import { Emblem } from '../components/emblem.tsx';
import { useRetry } from '../hooks/use-retry.ts';
import type { Messages } from '../i18n/en.ts';
import { useMessages, usePathIn } from '../i18n/i18n.tsx';
import { useNoData } from '../live/refetch.ts';

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

/** Shown in place of a page whose code could not be loaded. */
export const UnreachablePage = ({ onRetry }: { onRetry: () => unknown }) => (
  <ProblemView kind="unreachable" onRetry={onRetry} />
);

interface ProblemPageProps {
  error: unknown;
  /** Says what does not exist, in place of the text for any page. */
  missing?: string;
}

export function ProblemPage({ error, missing }: ProblemPageProps) {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  useNoData();
  const isLost = isNoResponse(error);
  useEffect(() => {
    if (isLost) openKept(pathname + search);
  }, [isLost, pathname, search]);
  const loadAgain = () => navigate(pathname + search, { replace: true, preventScrollReset: true });
  return <ProblemView kind={kindOf(error)} missing={missing} onRetry={loadAgain} />;
}

interface ProblemViewProps {
  kind: ProblemKind;
  missing?: string | undefined;
  /** Tries again without a full page load. */
  onRetry: () => unknown;
}

function ProblemView({ kind, missing, onRetry }: ProblemViewProps) {
  const messages = useMessages();
  const pathTo = usePathIn();
  const { title, text } = textsOf(kind, messages);
  return (
    <section className="mx-auto flex max-w-xl flex-col items-center gap-4 py-12 text-center sm:py-20">
      <title>{`${title} · ${messages.productName}`}</title>
      <meta name="robots" content="noindex" />
      <Emblem className="size-28 text-gold turn-slowly" />
      <h1 className="text-3xl">{title}</h1>
      <p className="text-lg text-ink-soft">{kind === 'missing' && missing ? missing : text}</p>
      <div className="mt-4 flex flex-wrap justify-center gap-3">
        {kind === 'missing' ? (
          <Link to={pathTo('/results')} className={ACTION}>
            {messages.problem.toCharts}
          </Link>
        ) : (
          <TryAgain isReachable={kind !== 'unreachable'} onRetry={onRetry} />
        )}
        <Link to={pathTo('/')} className={MAIN_ACTION}>
          {messages.problem.toHome}
        </Link>
      </div>
    </section>
  );
}

function TryAgain({ isReachable, onRetry }: { isReachable: boolean; onRetry: () => unknown }) {
  const { problem } = useMessages();
  const { pathname, search } = useLocation();
  useRetry(!isReachable, onRetry);

  function tryAgain(event: MouseEvent): void {
    // A full page load resets all state. Without a connection it would show the browser's own error page.
    if (isReachable && navigator.onLine) return;
    event.preventDefault();
    onRetry();
  }

  return (
    <a href={pathname + search} onClick={tryAgain} className={ACTION}>
      {problem.tryAgain}
    </a>
  );
}
