/** The head of a page: title, description, canonical and alternate addresses, preview picture, feeds. */
import { useLocation } from 'react-router';
import { PICTURE_SIZE } from '../../core/branding.ts';
import { useSite } from '../hooks/use-site.ts';
import { useI18n } from '../i18n/i18n.tsx';
import { LANGUAGES, type Language, pagePath, pathIn } from '../i18n/language.ts';

export interface PageHeadProps {
  title: string;
  description: string;
  /** The part of the query that belongs to the canonical address, with its question mark. */
  search?: string;
  /** Path of the preview picture, the same in every language. */
  picture?: string;
  type?: 'website' | 'article';
  /** Search engines must not index it. */
  unlisted?: boolean;
}

const LOCALES: Record<Language, string> = { en: 'en_IN', ml: 'ml_IN' };

function Addresses({ language, page, baseUrl }: { language: Language; page: string; baseUrl: string }) {
  return (
    <>
      <link rel="canonical" href={baseUrl + pathIn(language, page)} />
      {LANGUAGES.map((each) => (
        <link key={each} rel="alternate" hrefLang={each} href={baseUrl + pathIn(each, page)} />
      ))}
      <link rel="alternate" hrefLang="x-default" href={baseUrl + page} />
    </>
  );
}

function Feeds({ language, baseUrl }: { language: Language; baseUrl: string }) {
  const { feeds } = useI18n().messages;
  return (['results', 'news'] as const).map((feed) => (
    <link
      key={feed}
      rel="alternate"
      type="application/atom+xml"
      title={feeds[feed]}
      href={baseUrl + pathIn(language, `/feeds/${feed}.xml`)}
    />
  ));
}

export function PageHead(props: PageHeadProps) {
  const { title, description, search = '', picture = '/picture.png', type = 'website' } = props;
  const { language, messages } = useI18n();
  const page = pagePath(useLocation().pathname) + search;
  const baseUrl = useSite()?.site.baseUrl;
  return (
    <>
      <title>{title}</title>
      <meta name="description" content={description} />
      {props.unlisted && <meta name="robots" content="noindex, follow" />}
      {baseUrl !== undefined && (
        <>
          {!props.unlisted && <Addresses language={language} page={page} baseUrl={baseUrl} />}
          <Feeds language={language} baseUrl={baseUrl} />
          <meta property="og:url" content={baseUrl + pathIn(language, page)} />
          <meta property="og:image" content={baseUrl + picture} />
          <meta property="og:image:width" content={String(PICTURE_SIZE.width)} />
          <meta property="og:image:height" content={String(PICTURE_SIZE.height)} />
          <meta property="og:image:alt" content={title} />
        </>
      )}
      <meta property="og:type" content={type} />
      <meta property="og:site_name" content={messages.productName} />
      <meta property="og:title" content={title} />
      <meta property="og:description" content={description} />
      <meta property="og:locale" content={LOCALES[language]} />
      <meta name="twitter:card" content="summary_large_image" />
    </>
  );
}
