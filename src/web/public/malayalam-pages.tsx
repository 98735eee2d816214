/** Every Malayalam page but the home page: brings the words that only these need. */
import { Outlet } from 'react-router';
import { PageWords } from '../i18n/i18n.tsx';
import { mlPages } from '../i18n/ml-pages.ts';

export default function MalayalamPages() {
  return (
    <PageWords words={mlPages}>
      <Outlet />
    </PageWords>
  );
}
