/** The layout of the English pages of news, help and contact: adds the messages that only these need. */
import { Outlet } from 'react-router';
import { enPages } from '../i18n/en-pages.ts';
import { PageMessagesProvider } from '../i18n/i18n.tsx';

export default function EnglishPages() {
  return (
    <PageMessagesProvider added={enPages}>
      <Outlet />
    </PageMessagesProvider>
  );
}
