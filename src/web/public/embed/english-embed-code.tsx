/** The page with the code of the frame in English. */
import { enEmbed } from '../../i18n/en-embed.ts';
import { sharedFor } from '../caching.ts';
import type { Route } from './+types/english-embed-code.ts';
import { EmbedCode } from './embed-code.tsx';
import { loadEmbedCode } from './load-embed.ts';

export const headers = sharedFor(60);

export const loader = loadEmbedCode;

export default function EnglishEmbedCode({ loaderData }: Route.ComponentProps) {
  return <EmbedCode texts={enEmbed} loaderData={loaderData} />;
}
