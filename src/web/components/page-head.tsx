/** What a page tells browsers and search engines about itself: title, description, its address in each language. */
import { useLocation } from 'react-router';
import { useSite } from '../hooks/use-site.ts';
import { LANGUAGES, languageOf, pagePath, pathIn } from '../i18n/language.ts';

function Addresses() {
  const { pathname } = useLocation();
  const baseUrl = useSite()?.site.baseUrl;
  if (baseUrl === undefined) return null;
  const page = pagePath(pathname);
  return (
    <>
      <link rel="canonical" href={baseUrl + pathIn(languageOf(pathname), page)} />
      {LANGUAGES.map((language) => (
        <link key={language} rel="alternate" hrefLang={language} href={baseUrl + pathIn(language, page)} />
      ))}
      <link rel="alternate" hrefLang="x-default" href={baseUrl + page} />
    </>
  );
}

export function PageHead({ title, description }: { title: string; description: string }) {
  return (
    <>
      <title>{title}</title>
      <meta name="description" content={description} />
      <Addresses />
    </>
  );
}
