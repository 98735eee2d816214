/** The loader of the board, in both languages. */
import type { LoaderFunctionArgs } from 'react-router';
import { pageServices } from '../../page-services.ts';
import { loadTodaysDraws } from '../draw-cards/load-todays-draws.ts';
import { loadSiteData } from '../site-loader.ts';

export async function loadBoard(args: LoaderFunctionArgs) {
  const site = await loadSiteData(args);
  return { site, ...(await loadTodaysDraws(args.context.get(pageServices))) };
}

export type BoardData = Awaited<ReturnType<typeof loadBoard>>;
