/** Breadcrumbs, as links and as structured data for search engines. */
import { Link } from 'react-router';
import { useSite } from '../hooks/use-site.ts';
import { useMessages, usePathIn } from '../i18n/i18n.tsx';
import { languageOfText } from '../i18n/text-language.ts';
import { StructuredData } from './structured-data.tsx';

export interface Step {
  /** Without the language. */
  path: string;
  label: string;
}

/** The last step is the page itself. */
export function Breadcrumbs({ steps }: { steps: Step[] }) {
  const { breadcrumbs } = useMessages();
  const pathTo = usePathIn();
  const baseUrl = useSite()?.site.baseUrl ?? '';
  const here = steps.at(-1)?.label ?? '';
  return (
    <nav aria-label={breadcrumbs} className="screen-only mb-4">
      <ol className="flex items-center gap-x-2 whitespace-nowrap text-ink-soft">
        {steps.slice(0, -1).map(({ path, label }) => (
          <li key={path} className="flex items-center gap-x-2">
            <Link
              to={pathTo(path)}
              className="inline-flex min-h-11 items-center underline underline-offset-4 hover:text-maroon"
            >
              {label}
            </Link>
            <span aria-hidden="true">›</span>
          </li>
        ))}
        <li aria-current="page" lang={languageOfText(here)} className="truncate font-semibold text-ink">
          {here}
        </li>
      </ol>
      <StructuredData
        thing={{
          '@type': 'BreadcrumbList',
          itemListElement: steps.map(({ path, label }, index) => ({
            '@type': 'ListItem',
            position: index + 1,
            name: label,
            item: baseUrl + pathTo(path),
          })),
        }}
      />
    </nav>
  );
}
