/** How results can be verified: how it works, what it proves and what not, how to check it, and the last days. */
import { Breadcrumbs } from '../../components/breadcrumbs.tsx';
import { Emblem } from '../../components/emblem.tsx';
import { PageHead } from '../../components/page-head.tsx';
import type { VerifyMessages } from '../../i18n/en-verify.ts';
import { useMessages } from '../../i18n/i18n.tsx';
import { changesAfter } from '../../live/feed-cursor.ts';
import { useLiveData, useRefetchWhen } from '../../live/live-data-provider.tsx';
import { CheckYourself } from './check-yourself.tsx';
import type { VerifyData } from './load-verify.ts';
import { RecordOfDays } from './record-of-days.tsx';

interface VerifyPageProps {
  texts: VerifyMessages;
  loaderData: VerifyData;
}

export function VerifyPage({ texts, loaderData: { record, hasOwnBeacon } }: VerifyPageProps) {
  const { nav } = useMessages();
  const { cursor, changes } = useLiveData();
  // Every change of a result that the public can see adds to the log.
  useRefetchWhen(changesAfter(cursor, changes).some(({ table }) => table === 'draws'));
  return (
    <>
      <PageHead title={texts.title} description={texts.description} />
      <Breadcrumbs
        steps={[
          { path: '/', label: nav.home },
          { path: '/verify', label: texts.here },
        ]}
      />
      <header className="kasavu-edge mb-12 items-center justify-between gap-10 rounded-card bg-cloth p-6 sm:p-10 md:flex">
        <div>
          <h1 className="mb-3 text-3xl sm:text-4xl">{texts.heading}</h1>
          <p className="max-w-prose text-lg">{texts.intro}</p>
          <p className="mt-4 max-w-prose border-l-[3px] border-ember pl-3 font-semibold">
            {texts.notOfficial}
          </p>
        </div>
        <Emblem className="hidden size-44 shrink-0 text-gold md:block" />
      </header>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-14">
        <Steps texts={texts} hasOwnBeacon={hasOwnBeacon} />
        <Limits texts={texts} />
        <CheckYourself texts={texts} record={record} />
        {record && <RecordOfDays texts={texts} record={record} />}
      </div>
    </>
  );
}

function Steps({ texts, hasOwnBeacon }: { texts: VerifyMessages; hasOwnBeacon: boolean }) {
  const steps = hasOwnBeacon ? texts.steps.with(1, texts.ownBeaconStep) : texts.steps;
  return (
    <section aria-labelledby="how">
      <h2 id="how" className="mb-5 text-2xl">
        {texts.how}
      </h2>
      <ol className="grid gap-x-10 gap-y-7 lg:grid-cols-6">
        {steps.map(({ title, text }, index) => (
          <li
            key={title}
            className="grid grid-cols-[auto_1fr] content-start gap-4 lg:col-span-2 lg:nth-[n+4]:col-span-3"
          >
            <span
              aria-hidden="true"
              className="grid size-11 place-items-center rounded-full border-2 border-gold bg-cloth text-xl font-bold text-gold-ink"
            >
              {index + 1}
            </span>
            <div>
              <h3 className="text-lg">{title}</h3>
              <p className="max-w-prose">{text}</p>
            </div>
          </li>
        ))}
      </ol>
    </section>
  );
}

function Limits({ texts }: { texts: VerifyMessages }) {
  const parts = [
    { id: 'proven', title: texts.proven, points: texts.provenPoints, edge: 'border-palm' },
    { id: 'not-proven', title: texts.notProven, points: texts.notProvenPoints, edge: 'border-ember' },
  ];
  return (
    <div className="grid items-start gap-10 md:grid-cols-2 md:gap-8">
      {parts.map(({ id, title, points, edge }) => (
        <section key={id} aria-labelledby={id} className={`border-t-[3px] pt-4 ${edge}`}>
          <h2 id={id} className="mb-3 text-2xl">
            {title}
          </h2>
          <ul className="grid list-disc gap-3 pl-5 marker:text-gold">
            {points.map((point) => (
              <li key={point}>{point}</li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}
