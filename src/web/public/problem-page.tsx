/** The page shown in place of one that does not exist or has failed. */
import { isRouteErrorResponse, Link, useLocation } from 'react-router';
import { Emblem } from '../components/emblem.tsx';
import { useMessages, usePathIn } from '../i18n/i18n.tsx';

const ACTION =
  'inline-flex min-h-11 items-center rounded-control border-2 border-maroon px-5 font-semibold text-maroon transition-colors hover:bg-cloth';
const MAIN_ACTION =
  'inline-flex min-h-11 items-center rounded-control border-2 border-maroon bg-maroon px-5 font-semibold text-on-strong transition-opacity hover:opacity-90';

export function NotFoundPage() {
  return <ProblemPage error={null} />;
}

/** Without an error, or with one that says 404, nothing has failed: the address leads nowhere. */
export function ProblemPage({ error }: { error: unknown }) {
  const { problem, productName } = useMessages();
  const pathTo = usePathIn();
  const { pathname, search } = useLocation();
  const isMissing = error === null || (isRouteErrorResponse(error) && error.status === 404);
  const [title, text] = isMissing
    ? [problem.notFoundTitle, problem.notFoundText]
    : [problem.failedTitle, problem.failedText];
  return (
    <section className="mx-auto flex max-w-xl flex-col items-center gap-4 py-12 text-center sm:py-20">
      <title>{`${title} · ${productName}`}</title>
      <meta name="robots" content="noindex" />
      <Emblem className="size-28 text-gold turn-slowly" />
      <h1 className="text-3xl">{title}</h1>
      <p className="text-lg text-ink-soft">{text}</p>
      <div className="mt-4 flex flex-wrap justify-center gap-3">
        {isMissing ? (
          <Link to={pathTo('/results')} className={ACTION}>
            {problem.toCharts}
          </Link>
        ) : (
          // A plain link loads the page anew, with nothing left over from what failed.
          <a href={pathname + search} className={ACTION}>
            {problem.tryAgain}
          </a>
        )}
        <Link to={pathTo('/')} className={MAIN_ACTION}>
          {problem.toHome}
        </Link>
      </div>
    </section>
  );
}
