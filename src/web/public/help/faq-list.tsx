/** Questions that open to show their answers, with native elements that need no script. */
import { Link } from 'react-router';
import type { Faq } from '../../../contract/faqs.ts';
import { ownLanguageFirst } from '../../../core/content-language.ts';
import { ChevronIcon } from '../../components/page-icons.tsx';
import { StructuredData } from '../../components/structured-data.tsx';
import { useI18n, usePageMessages, usePathIn } from '../../i18n/i18n.tsx';
import { languageOfText } from '../../i18n/text-language.ts';

export function FaqList({ faqs: inOrder }: { faqs: readonly Faq[] }) {
  const faqs = ownLanguageFirst(inOrder, useI18n().language);
  const { helpPage, nav } = usePageMessages();
  const pathTo = usePathIn();
  if (faqs.length === 0) {
    return (
      <p className="text-ink-soft">
        {helpPage.noFaqs}{' '}
        <Link
          to={pathTo('/contact')}
          className="inline-flex min-h-11 items-center text-maroon underline underline-offset-4"
        >
          {nav.contact}
        </Link>
      </p>
    );
  }
  return (
    <>
      <div className="thread-edge divide-y divide-thread overflow-clip rounded-card bg-cloth">
        {faqs.map(({ id, question, answer, language }) => (
          <details key={id} id={`faq-${id}`} className="group">
            <summary
              lang={languageOfText(question, language)}
              className="flex min-h-14 cursor-pointer list-none items-center justify-between gap-4 px-5 py-3 text-lg font-semibold wrap-anywhere hover:text-maroon [&::-webkit-details-marker]:hidden"
            >
              {question}
              <span className="text-gold-ink transition-transform group-open:rotate-180">
                <ChevronIcon />
              </span>
            </summary>
            <p
              lang={languageOfText(answer, language)}
              className="max-w-prose px-5 pb-5 wrap-anywhere whitespace-pre-line"
            >
              {answer}
            </p>
          </details>
        ))}
      </div>
      <StructuredData
        thing={{
          '@type': 'FAQPage',
          mainEntity: faqs.map(({ question, answer }) => ({
            '@type': 'Question',
            name: question,
            acceptedAnswer: { '@type': 'Answer', text: answer },
          })),
        }}
      />
    </>
  );
}
