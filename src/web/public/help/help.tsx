/** Help: questions and answers, how to check a result, draw times, support and glossary. */
import { PageHead } from '../../components/page-head.tsx';
import { usePageMessages } from '../../i18n/i18n.tsx';
import { useLiveFaqs } from '../../live/live-faqs.ts';
import { livePage } from '../../live/live-lists.ts';
import { pageServices } from '../../page-services.ts';
import { sharedFor } from '../caching.ts';
import type { Route } from './+types/help.ts';
import { DrawTimes } from './draw-times.tsx';
import { FaqList } from './faq-list.tsx';
import { Glossary } from './glossary.tsx';
import { OtherScreens } from './other-screens.tsx';
import { Support } from './support.tsx';

export const headers = sharedFor(60);

export async function loader({ context }: Route.LoaderArgs) {
  const services = context.get(pageServices);
  const cursor = services.cursor();
  return livePage({ cursor, faqs: await services.faqs() });
}

export default function Help({ loaderData }: Route.ComponentProps) {
  const { helpPage } = usePageMessages();
  const faqs = useLiveFaqs(loaderData);
  const sections = [
    { id: 'faq', title: helpPage.faq, content: <FaqList faqs={faqs} /> },
    { id: 'how-to-check', title: helpPage.howTo, content: <Steps /> },
    { id: 'times', title: helpPage.timing, content: <DrawTimes /> },
    { id: 'elsewhere', title: helpPage.elsewhere, content: <OtherScreens /> },
    { id: 'support', title: helpPage.support, content: <Support /> },
    { id: 'glossary', title: helpPage.glossary, content: <Glossary /> },
  ];
  return (
    <>
      <PageHead title={helpPage.title} description={helpPage.description} />
      <h1 className="mb-5 text-3xl sm:text-4xl">{helpPage.heading}</h1>
      <div className="gap-12 lg:grid lg:grid-cols-[14rem_minmax(0,1fr)]">
        <nav aria-label={helpPage.contents} className="screen-only mb-8 lg:sticky lg:top-24 lg:self-start">
          <ul className="flex flex-wrap gap-x-5 lg:flex-col">
            {sections.map(({ id, title }) => (
              <li key={id}>
                <a
                  href={`#${id}`}
                  className="inline-flex min-h-11 items-center leading-snug text-maroon underline underline-offset-4"
                >
                  {title}
                </a>
              </li>
            ))}
          </ul>
        </nav>
        <div className="grid grid-cols-[minmax(0,1fr)] gap-12">
          {sections.map(({ id, title, content }) => (
            <section key={id} aria-labelledby={id}>
              <h2 id={id} className="mb-4 text-2xl">
                {title}
              </h2>
              {content}
            </section>
          ))}
        </div>
      </div>
    </>
  );
}

function Steps() {
  const { helpPage } = usePageMessages();
  return (
    <ol className="grid gap-3">
      {helpPage.steps.map((step, index) => (
        <li key={step} className="grid grid-cols-[auto_1fr] items-baseline gap-3">
          <span
            aria-hidden="true"
            className="grid size-9 place-items-center rounded-full border-2 border-gold font-bold text-gold-ink"
          >
            {index + 1}
          </span>
          <span>{step}</span>
        </li>
      ))}
    </ol>
  );
}
