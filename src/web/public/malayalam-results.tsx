/** The layout of the Malayalam charts, days and draws: adds the messages that only these need. */
import { Outlet } from 'react-router';
import { ResultMessagesProvider } from '../i18n/i18n.tsx';
import { mlResults } from '../i18n/ml-results.ts';

export default function MalayalamResults() {
  return (
    <ResultMessagesProvider added={mlResults}>
      <Outlet />
    </ResultMessagesProvider>
  );
}
