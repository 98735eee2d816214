/** The layout of the Malayalam pages of news, help and contact: adds the messages that only these need. */
import { Outlet } from 'react-router';
import { PageMessagesProvider } from '../i18n/i18n.tsx';
import { mlPages } from '../i18n/ml-pages.ts';

export default function MalayalamPages() {
  return (
    <PageMessagesProvider added={mlPages}>
      <Outlet />
    </PageMessagesProvider>
  );
}
