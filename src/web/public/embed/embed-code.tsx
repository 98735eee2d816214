/** The page that gives other sites the code of the frame, with a preview. */
import { useState } from 'react';
import { Link } from 'react-router';
import { PRODUCT_NAME, PRODUCT_NAME_ML } from '../../../core/branding.ts';
import { CodeBlock } from '../../components/code-block.tsx';
import { PageHead } from '../../components/page-head.tsx';
import { useSite } from '../../hooks/use-site.ts';
import type { EmbedMessages } from '../../i18n/en-embed.ts';
import { useI18n } from '../../i18n/i18n.tsx';
import { LANGUAGES, type Language, pathIn } from '../../i18n/language.ts';
import { useLiveDraws } from '../../live/live-data-provider.tsx';
import { EmbedCard } from './embed-card.tsx';
import type { EmbedCodeData } from './load-embed.ts';
import { SIZES, type Size, snippetFor } from './snippet.ts';

const LEGEND = 'mb-2 font-semibold text-gold-ink';

const FRAME_TITLES: Record<Language, string> = { en: PRODUCT_NAME, ml: PRODUCT_NAME_ML };

/** Links, because the page in the other language shows the card in that language, even without scripts. */
function LanguageChoice({ texts }: { texts: EmbedMessages['code'] }) {
  const { language } = useI18n();
  return (
    <nav aria-label={texts.language}>
      <p aria-hidden="true" className={LEGEND}>
        {texts.language}
      </p>
      <div className="flex flex-wrap gap-2">
        {LANGUAGES.map((each) => (
          <Link
            key={each}
            to={pathIn(each, '/embed/code')}
            hrefLang={each}
            preventScrollReset
            aria-current={each === language ? 'true' : undefined}
            className="slot-choice"
          >
            {texts.languages[each]}
          </Link>
        ))}
      </div>
    </nav>
  );
}

interface WidthChoiceProps {
  texts: EmbedMessages['code'];
  chosen: Size;
  onChoose(size: Size): void;
}

function WidthChoice({ texts, chosen, onChoose }: WidthChoiceProps) {
  return (
    <fieldset className="script-only">
      <legend className={LEGEND}>{texts.size}</legend>
      <div className="flex flex-wrap gap-2">
        {SIZES.map((size) => (
          <label key={size.width} className="embed-choice">
            <input
              type="radio"
              name="width"
              checked={size === chosen}
              onChange={() => onChoose(size)}
              className="sr-only"
            />
            {texts.pixels(size.width)}
          </label>
        ))}
      </div>
    </fieldset>
  );
}

export function EmbedCode({ texts, loaderData }: { texts: EmbedMessages; loaderData: EmbedCodeData }) {
  const { code } = texts;
  const { language, messages } = useI18n();
  const draws = useLiveDraws(loaderData);
  const [size, setSize] = useState<Size>(SIZES[1]);
  const baseUrl = useSite()?.site.baseUrl ?? '';
  const snippet = snippetFor({ baseUrl, language, title: FRAME_TITLES[language], size });
  return (
    <div className="grid grid-cols-1 gap-10">
      <PageHead title={`${code.title} · ${messages.productName}`} description={code.description} />
      <header>
        <h1 className="text-3xl sm:text-4xl">{code.title}</h1>
        <p className="mt-3 max-w-prose text-lg text-ink-soft">{code.intro}</p>
      </header>
      <div className="grid grid-cols-1 items-start gap-8 lg:grid-cols-[auto_minmax(0,1fr)]">
        <section aria-labelledby="preview">
          <h2 id="preview" className="mb-3 text-xl">
            {code.preview}
          </h2>
          <div className="embed-preview" data-width={size.width}>
            <EmbedCard draws={draws} texts={texts} heading="h3" />
          </div>
        </section>
        <section aria-labelledby="code" className="grid min-w-0 gap-5">
          <h2 id="code" className="text-xl">
            {code.code}
          </h2>
          <div className="flex flex-wrap gap-x-8 gap-y-5">
            <LanguageChoice texts={code} />
            <WidthChoice texts={code} chosen={size} onChoose={setSize} />
          </div>
          <div>
            <p className="mb-2 text-ink-soft">{code.hint}</p>
            <CodeBlock texts={code} name={code.code} code={snippet} className="embed-snippet" />
          </div>
        </section>
      </div>
      <section aria-labelledby="conditions" className="border-l-[3px] border-gold pl-4">
        <h2 id="conditions" className="text-xl">
          {code.conditions}
        </h2>
        <p className="mt-2 max-w-prose">{code.terms}</p>
      </section>
    </div>
  );
}
