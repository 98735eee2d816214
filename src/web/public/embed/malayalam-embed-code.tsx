/** The page with the code of the frame in Malayalam. */
import { mlEmbed } from '../../i18n/ml-embed.ts';
import { sharedFor } from '../caching.ts';
import type { Route } from './+types/malayalam-embed-code.ts';
import { EmbedCode } from './embed-code.tsx';
import { loadEmbedCode } from './load-embed.ts';

export const headers = sharedFor(60);

export const loader = loadEmbedCode;

export default function MalayalamEmbedCode({ loaderData }: Route.ComponentProps) {
  return <EmbedCode texts={mlEmbed} loaderData={loaderData} />;
}
