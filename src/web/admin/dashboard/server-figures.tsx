/** The last verified backup, the database and the version of the server. */
import type { Dashboard } from '../../../contract/dashboard.ts';
import { clockTime, dayOf, longDate } from '../../i18n/dates.ts';
import { useMessages } from '../../i18n/i18n.tsx';
import { useServerNow } from '../../server-time/use-server-now.tsx';
import { agoText, sizeText } from '../widgets/amounts.ts';
import { Panel } from '../widgets/panel.tsx';
import { Detail, Figure } from './figure.tsx';

const DATABASES = { sqlite: 'SQLite', postgres: 'PostgreSQL' } as const;

export const ServerFigures = ({ dashboard }: { dashboard: Dashboard }) => (
  <Panel title="System">
    <dl className="grid gap-4 sm:grid-cols-3">
      <Figure name="Last verified backup">
        <LastBackup backup={dashboard.lastBackup} />
      </Figure>
      <Figure name="Database">
        {sizeText(dashboard.database.bytes)}
        <Detail>{DATABASES[dashboard.database.kind]}</Detail>
      </Figure>
      <Figure name="Version">{dashboard.version}</Figure>
    </dl>
  </Panel>
);

function LastBackup({ backup }: { backup: Dashboard['lastBackup'] }) {
  const messages = useMessages();
  const now = useServerNow();
  const at = backup?.finishedAt;
  if (!at) return 'None yet';
  return (
    <>
      {agoText(Date.parse(at), now)}
      <Detail>
        {longDate(dayOf(at), messages)}, {clockTime(at)}
        {backup.bytes !== null && ` · ${sizeText(backup.bytes)}`}
      </Detail>
    </>
  );
}
