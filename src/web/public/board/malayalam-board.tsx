/** The board in Malayalam. */

import type { PageKind } from '../../hooks/page-kind.ts';
import { I18nProvider } from '../../i18n/i18n.tsx';
import { ml } from '../../i18n/ml.ts';
import { mlBoard } from '../../i18n/ml-board.ts';
import { keepDataOnFailure } from '../../live/refetch.ts';
import { sharedFor } from '../caching.ts';
import type { Route } from './+types/malayalam-board.ts';
import { Board } from './board.tsx';
import { BoardProblem } from './board-problem.tsx';
import { loadBoard } from './load-board.ts';

export const headers = sharedFor(1);

export const loader = loadBoard;

export const handle: PageKind = 'one-screen';

export const clientMiddleware = [keepDataOnFailure];

export default function MalayalamBoard({ loaderData }: Route.ComponentProps) {
  return (
    <I18nProvider language="ml" messages={ml}>
      <Board texts={mlBoard} loaderData={loaderData} />
    </I18nProvider>
  );
}

export function ErrorBoundary() {
  return (
    <I18nProvider language="ml" messages={ml}>
      <BoardProblem texts={mlBoard} />
    </I18nProvider>
  );
}
