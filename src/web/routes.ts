/** The whole page map. Each public page has one address for each language; the parent route carries the words. */
import { index, layout, type RouteConfig, route } from '@react-router/dev/routes';
import type { Language } from './i18n/language.ts';

const publicPages = (language: Language) => [
  index('public/home/home.tsx', { id: `${language}/home` }),
  route('*', 'public/not-found.tsx', { id: `${language}/not-found` }),
];

const adminPages = [
  layout('admin/signed-in.tsx', [route('*', 'admin/coming-soon.tsx', { id: 'admin/coming-soon' })]),
];

export default [
  route('site.webmanifest', 'public/web-manifest.ts'),
  layout('public/english.tsx', publicPages('en')),
  route('ml', 'public/malayalam.tsx', publicPages('ml')),
  route('admin', 'admin/admin.tsx', adminPages),
] satisfies RouteConfig;
