/** Every English page but the home page: brings the words that only these need. */
import { Outlet } from 'react-router';
import { enPages } from '../i18n/en-pages.ts';
import { PageWords } from '../i18n/i18n.tsx';

export default function EnglishPages() {
  return (
    <PageWords words={enPages}>
      <Outlet />
    </PageWords>
  );
}
