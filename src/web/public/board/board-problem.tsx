/** Shown in place of a board that could not be loaded or rendered. The page is reloaded when the site answers. */
import { Emblem } from '../../components/emblem.tsx';
import type { BoardMessages } from '../../i18n/en-board.ts';
import { useMessages } from '../../i18n/i18n.tsx';
import { ReloadScript } from '../unattended/reload-script.tsx';
import { useFailureReport } from '../unattended/use-working-report.ts';

export function BoardProblem({ texts }: { texts: BoardMessages }) {
  const { productName, maintenance } = useMessages();
  useFailureReport();
  return (
    <main className="board-problem always-dark">
      <title>{`${maintenance.title} · ${productName}`}</title>
      <meta name="robots" content="noindex" />
      <ReloadScript />
      <Emblem className="text-gold" />
      <p>{productName}</p>
      <h1>{maintenance.title}</h1>
      <p>{texts.back}</p>
    </main>
  );
}
