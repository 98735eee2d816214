/** The loader of the board, in both languages. */
import type { LoaderFunctionArgs } from 'react-router';
import { pageServices } from '../../page-services.ts';
import { loadSiteData } from '../site-loader.ts';
import { loadTodaysDraws } from '../todays-draws/load-todays-draws.ts';

export async function loadBoard(args: LoaderFunctionArgs) {
  const site = await loadSiteData(args);
  return { site, ...(await loadTodaysDraws(args.context.get(pageServices))) };
}

export type BoardData = Awaited<ReturnType<typeof loadBoard>>;
