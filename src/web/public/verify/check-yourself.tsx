/** How to check results: in the browser, with the auditor, or with the key and the checkpoint of the log. */
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { LogRecord } from '../../../core/public-log/log-record.ts';
import { CodeBlock } from '../../components/code-block.tsx';
import { ACTION } from '../../components/control-classes.ts';
import { useSite } from '../../hooks/use-site.ts';
import { clockTime, dayOf, longDate } from '../../i18n/dates.ts';
import type { VerifyMessages } from '../../i18n/en-verify.ts';
import { useMessages, usePathIn } from '../../i18n/i18n.tsx';

interface CheckYourselfProps {
  texts: VerifyMessages;
  /** Null while no log is open. */
  record: LogRecord | null;
}

export function CheckYourself({ texts, record }: CheckYourselfProps) {
  const pathTo = usePathIn();
  const baseUrl = useSite()?.site.baseUrl ?? '';
  return (
    <section aria-labelledby="check">
      <h2 id="check" className="mb-5 text-2xl">
        {texts.check}
      </h2>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-5 md:grid-cols-2">
        <Way title={texts.inBrowser} text={texts.inBrowserText}>
          <Link to={pathTo('/results')} className={ACTION}>
            {texts.toResults}
          </Link>
        </Way>
        <Way title={texts.everything} text={texts.everythingText}>
          <CodeBlock
            texts={texts}
            name={texts.everything}
            code={`npm run cli -- audit ${baseUrl} --remember audited.txt`}
          />
        </Way>
        {record ? (
          <KeyAndCheckpoint texts={texts} record={record} />
        ) : (
          <p className="font-semibold md:col-span-2">{texts.notOpen}</p>
        )}
      </div>
    </section>
  );
}

function KeyAndCheckpoint({ texts, record }: { texts: VerifyMessages; record: LogRecord }) {
  const messages = useMessages();
  const { key, checkpoint, size, lastEntryAt } = record;
  const lastEntry = `${longDate(dayOf(lastEntryAt), messages)}, ${clockTime(lastEntryAt)}`;
  return (
    <>
      <Way title={texts.key} text={texts.keyText}>
        <CodeBlock texts={texts} name={texts.key} code={key} link={['/log/key', texts.openKey]} />
      </Way>
      <Way title={texts.checkpoint} text={texts.checkpointText(size, lastEntry)}>
        <CodeBlock
          texts={texts}
          name={texts.checkpoint}
          code={checkpoint}
          link={['/log/checkpoint', texts.openCheckpoint]}
        />
      </Way>
    </>
  );
}

interface WayProps {
  title: string;
  text: string;
  children: ReactNode;
}

const Way = ({ title, text, children }: WayProps) => (
  <div className="thread-edge flex flex-col items-start rounded-card bg-cloth p-5 sm:p-6">
    <h3 className="mb-1 text-lg text-gold-ink">{title}</h3>
    <p className="mb-4 max-w-prose">{text}</p>
    {children}
  </div>
);
