/** What the site as a whole is, for programs that read its home page. */
import { useSite } from '../hooks/use-site.ts';
import { useI18n } from '../i18n/i18n.tsx';
import { pathIn } from '../i18n/language.ts';
import { StructuredData } from './structured-data.tsx';

export function WebSiteData() {
  const { language, messages } = useI18n();
  const baseUrl = useSite()?.site.baseUrl;
  if (baseUrl === undefined) return null;
  return (
    <StructuredData
      thing={{
        '@type': 'WebSite',
        name: messages.productName,
        url: baseUrl + pathIn(language, '/'),
        inLanguage: language,
      }}
    />
  );
}
