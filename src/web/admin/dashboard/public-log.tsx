/** The state of the public log: its last checkpoint, whether tomorrow is committed, and the beacon of today. */
import type { Dashboard, PublicLogState } from '../../../contract/dashboard.ts';
import { clockTime, dayOf, longDate } from '../../i18n/dates.ts';
import { useMessages } from '../../i18n/i18n.tsx';
import { useServerNow } from '../../server-time/use-server-now.tsx';
import { agoText } from '../widgets/amounts.ts';
import { CopyButton } from '../widgets/copy-button.tsx';
import { Panel } from '../widgets/panel.tsx';
import { Detail, Figure } from './figure.tsx';

export const PublicLog = ({ log }: { log: Dashboard['publicLog'] }) => (
  <Panel
    title="Public log"
    actions={
      log && (
        <a
          href="/log/checkpoint"
          target="_blank"
          rel="noreferrer"
          className="inline-flex min-h-11 items-center font-semibold text-maroon underline"
        >
          Last checkpoint<span className="sr-only"> (opens in a new tab)</span>
        </a>
      )
    }
  >
    {log ? (
      <>
        <dl className="grid gap-4 sm:grid-cols-2 xl:grid-cols-4">
          <Figures log={log} />
        </dl>
        <Root root={log.root} />
      </>
    ) : (
      <p className="text-ink-soft">The log is not open yet. The server opens it when it starts.</p>
    )}
  </Panel>
);

const TOMORROW = {
  committed: { text: 'Committed', detail: 'The seeds of its five draws are fixed.', tone: 'text-palm' },
  open: { text: 'Not committed yet', detail: 'The server does it as soon as it can.', tone: 'text-gold-ink' },
} as const;

const BEACONS: Record<PublicLogState['beacon'], { text: string; detail: string; tone: string }> = {
  off: { text: 'Not used', detail: 'Today was committed without a beacon.', tone: 'text-ink-soft' },
  awaited: { text: 'Awaited', detail: 'The drafts are made once it is known.', tone: 'text-gold-ink' },
  verified: { text: 'Reached', detail: 'Its signature is genuine.', tone: 'text-palm' },
  missing: {
    text: 'Not reached',
    detail: 'Random results of today are fixed beforehand.',
    tone: 'text-ember',
  },
};

function Figures({ log }: { log: PublicLogState }) {
  const messages = useMessages();
  const now = useServerNow();
  const tomorrow = TOMORROW[log.tomorrowCommitted ? 'committed' : 'open'];
  const beacon = BEACONS[log.beacon];
  return (
    <>
      <Figure name="Entries">
        <span className="tabular-nums">{log.size.toLocaleString('en-IN')}</span>
        <Detail>
          <span className="wrap-anywhere">{log.origin}</span>
        </Detail>
      </Figure>
      <Figure name="Last entry">
        {agoText(Date.parse(log.lastEntryAt), now)}
        <Detail>
          {longDate(dayOf(log.lastEntryAt), messages)}, {clockTime(log.lastEntryAt)}
        </Detail>
      </Figure>
      <Figure name="Tomorrow">
        <span className={tomorrow.tone}>{tomorrow.text}</span>
        <Detail>{tomorrow.detail}</Detail>
      </Figure>
      <Figure name="Beacon of today">
        <span className={beacon.tone}>{beacon.text}</span>
        <Detail>{beacon.detail}</Detail>
      </Figure>
    </>
  );
}

const SHORT_LENGTH = 12;

const Root = ({ root }: { root: string }) => (
  <details className="group mt-4 border-t border-thread pt-2">
    <summary className="flex min-h-11 cursor-pointer flex-wrap items-center gap-x-2">
      <span className="text-sm text-ink-soft">Root hash</span>
      <code className="font-semibold">{root.slice(0, SHORT_LENGTH)}…</code>
      <span className="font-semibold text-maroon underline group-open:hidden">Show all</span>
      <span className="hidden font-semibold text-maroon underline group-open:inline">Show less</span>
    </summary>
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 pt-1">
      <code className="min-w-0 wrap-anywhere">{root}</code>
      {/* A new root has not been copied. */}
      <span className="flex max-sm:w-full">
        <CopyButton key={root} text={root} label="Copy" />
      </span>
    </div>
  </details>
);
