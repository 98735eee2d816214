/** robots.txt: search engines may read all public pages, which the sitemap lists. */
import { pageServices } from '../../page-services.ts';
import type { Route } from './+types/robots.ts';

export function loader({ context }: Route.LoaderArgs) {
  const { baseUrl } = context.get(pageServices).site();
  const lines = [
    'User-agent: *',
    'Disallow: /admin',
    'Disallow: /api/',
    `Sitemap: ${baseUrl}/sitemap.xml`,
    '',
  ];
  return new Response(lines.join('\n'), {
    headers: {
      'Content-Type': 'text/plain; charset=utf-8',
      'Cache-Control': 'public, max-age=300, s-maxage=300',
    },
  });
}
