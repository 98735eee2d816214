/** The layout of the English charts, days and draws: adds the messages that only these need. */
import { Outlet } from 'react-router';
import { enResults } from '../i18n/en-results.ts';
import { ResultMessagesProvider } from '../i18n/i18n.tsx';

export default function EnglishResults() {
  return (
    <ResultMessagesProvider added={enResults}>
      <Outlet />
    </ResultMessagesProvider>
  );
}
