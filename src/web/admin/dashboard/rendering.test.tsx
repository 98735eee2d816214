/** The cards of the dashboard render again when what they show changes, not every second. */
import { afterAll, afterEach, beforeAll, beforeEach, expect, jest, test } from 'bun:test';
import { Profiler, type ReactNode } from 'react';
import { MemoryRouter } from 'react-router';
import { closeDocument, openDocument } from '../../../../tests/support/test-document.ts';
import type { Dashboard } from '../../../contract/dashboard.ts';
import { SECOND } from '../../../core/ist-time.ts';
import { en } from '../../i18n/en.ts';
import { I18nProvider } from '../../i18n/i18n.tsx';
import { ServerClockProvider } from '../../server-time/use-server-now.tsx';
import { ToastProvider } from '../widgets/toasts.tsx';
import { PublicLog } from './public-log.tsx';
import { ServerFigures } from './server-figures.tsx';
import { SlotCard } from './slot-card.tsx';

let library: Awaited<ReturnType<typeof openDocument>>;

beforeAll(async () => {
  library = await openDocument();
});
afterEach(() => library.cleanup());
afterAll(closeDocument);
beforeEach(() => void jest.useFakeTimers({ now: Date.parse('2026-11-15T04:00:00Z') }));
afterEach(() => void jest.useRealTimers());

/** Shows it for some seconds; returns its text and how often it has rendered since then. */
function showFor(seconds: number, content: ReactNode) {
  let renders = 0;
  const onRender = () => {
    renders += 1;
  };
  const { container } = library.render(
    <MemoryRouter>
      <I18nProvider language="en" messages={en}>
        <ServerClockProvider renderedAt={Date.now()}>
          <ToastProvider>
            <Profiler id="content" onRender={onRender}>
              {content}
            </Profiler>
          </ToastProvider>
        </ServerClockProvider>
      </I18nProvider>
    </MemoryRouter>,
  );
  renders = 0;
  for (let second = 0; second < seconds; second += 1)
    library.act(() => void jest.advanceTimersByTime(SECOND));
  return { renders, text: container.textContent };
}

const at = '2026-11-15T03:50:30.000Z';

const DASHBOARD = {
  lastBackup: { finishedAt: at, bytes: 1 },
  database: { kind: 'sqlite', bytes: 1 },
  version: '1',
} as Dashboard;

const LOG = {
  size: 1,
  root: 'a'.repeat(64),
  origin: 'example.org',
  lastEntryAt: at,
  tomorrowCommitted: true,
  beacon: 'verified',
} as Dashboard['publicLog'];

const SLOT = {
  slot: '10:00',
  label: '10:00 AM',
  drawNo: 'SC151120261',
  drawAt: '2026-11-15T04:30:00.000Z',
  revealAt: '2026-11-15T04:45:00.000Z',
  draw: null,
} as Dashboard['slots'][number];

const AUTOMATION = {} as Dashboard['automation'];

const CARDS: [string, () => ReactNode][] = [
  ['the figures of the server', () => <ServerFigures dashboard={DASHBOARD} />],
  ['the public log', () => <PublicLog log={LOG} />],
  [
    'a slot',
    () => (
      <ul>
        <SlotCard slot={SLOT} date="2026-11-15" automation={AUTOMATION} draftsAt={null} onAdd={() => {}} />
      </ul>
    ),
  ],
];

test.each(CARDS)('%s does not render every second', (_, card) => {
  expect(showFor(10, card()).renders).toBe(0);
});

test('the time since the last backup renders once when it changes', () => {
  const { renders, text } = showFor(60, CARDS[0]?.[1]());
  expect(renders).toBe(1);
  expect(text).toContain('10 min ago');
});
