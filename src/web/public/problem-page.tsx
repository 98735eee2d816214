/** The page shown in place of one that does not exist, has failed, or could not be fetched. */
import { useEffect } from 'react';
import { isRouteErrorResponse, Link, useLocation, useNavigate } from 'react-router';
import { ACTION, MAIN_ACTION } from '../components/actions.ts';
import { Emblem } from '../components/emblem.tsx';
import type { Messages } from '../i18n/en.ts';
import { useMessages, usePathIn } from '../i18n/i18n.tsx';

type ProblemKind = 'missing' | 'closed' | 'unreachable' | 'failed';

/** Without an error, or with one that says 404, nothing has failed: the address leads nowhere. */
function kindOf(error: unknown): ProblemKind {
  if (error === null) return 'missing';
  if (isRouteErrorResponse(error)) {
    if (error.status === 404) return 'missing';
    return error.status === 503 ? 'closed' : 'failed';
  }
  // What a browser throws when a request gets no answer at all.
  return error instanceof TypeError && typeof navigator !== 'undefined' && !navigator.onLine
    ? 'unreachable'
    : 'failed';
}

const wordsOf = (kind: ProblemKind, { problem, maintenance, unreachable }: Messages) =>
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
  const { title, text } = wordsOf(kind, messages);
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

  useEffect(() => {
    if (isReachable) return;
    const retry = () => void navigate(here, { replace: true });
    addEventListener('online', retry);
    return () => removeEventListener('online', retry);
  }, [isReachable, here, navigate]);

  // Loading the page anew leaves nothing over of what failed; without a connection it would leave nothing at all.
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
