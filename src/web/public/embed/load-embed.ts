/** The loaders of the frame and of the page with its code, in both languages. */
import type { LoaderFunctionArgs } from 'react-router';
import { pageServices } from '../../page-services.ts';
import { loadTodaysDraws } from '../draw-cards/load-todays-draws.ts';
import { loadSiteData } from '../site-loader.ts';

export async function loadEmbedCode({ context }: LoaderFunctionArgs) {
  const { live } = await loadTodaysDraws(context.get(pageServices));
  return { live };
}

export async function loadEmbed(args: LoaderFunctionArgs) {
  const site = await loadSiteData(args);
  return { site, ...(await loadEmbedCode(args)) };
}

export type EmbedData = Awaited<ReturnType<typeof loadEmbed>>;
export type EmbedCodeData = Awaited<ReturnType<typeof loadEmbedCode>>;
