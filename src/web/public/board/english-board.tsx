/** The board in English. */
import type { PageKind } from '../../hooks/page-kind.ts';
import { en } from '../../i18n/en.ts';
import { enBoard } from '../../i18n/en-board.ts';
import { I18nProvider } from '../../i18n/i18n.tsx';
import { keepDataOnFailure } from '../../live/refetch.ts';
import { sharedFor } from '../caching.ts';
import type { Route } from './+types/english-board.ts';
import { Board } from './board.tsx';
import { BoardProblem } from './board-problem.tsx';
import { loadBoard } from './load-board.ts';

export const headers = sharedFor(1);

export const loader = loadBoard;

export const handle: PageKind = 'one-screen';

export const clientMiddleware = [keepDataOnFailure];

export default function EnglishBoard({ loaderData }: Route.ComponentProps) {
  return (
    <I18nProvider language="en" messages={en}>
      <Board texts={enBoard} loaderData={loaderData} />
    </I18nProvider>
  );
}

export function ErrorBoundary() {
  return (
    <I18nProvider language="en" messages={en}>
      <BoardProblem texts={enBoard} />
    </I18nProvider>
  );
}
