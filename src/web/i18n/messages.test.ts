import { expect, test } from 'bun:test';
import { clockTime, longDate, weekday } from './dates.ts';
import { en } from './en.ts';
import { enBell } from './en-bell.ts';
import { enBoard } from './en-board.ts';
import { enCalendar } from './en-calendar.ts';
import { enEmbed } from './en-embed.ts';
import { enNotification } from './en-notification.ts';
import { enPages } from './en-pages.ts';
import { enResults } from './en-results.ts';
import { enSheet } from './en-sheet.ts';
import { enVerify } from './en-verify.ts';
import { ml } from './ml.ts';
import { mlBell } from './ml-bell.ts';
import { mlBoard } from './ml-board.ts';
import { mlCalendar } from './ml-calendar.ts';
import { mlEmbed } from './ml-embed.ts';
import { mlNotification } from './ml-notification.ts';
import { mlPages } from './ml-pages.ts';
import { mlResults } from './ml-results.ts';
import { mlSheet } from './ml-sheet.ts';
import { mlVerify } from './ml-verify.ts';

/** Every text of a dictionary with its path; functions are called with a marked argument. */
function textsOf(value: unknown, path = ''): [path: string, text: string][] {
  if (typeof value === 'string') return [[path, value]];
  if (typeof value === 'function') return [[path, String(value('1', 'two', 3))]];
  return Object.entries(value as object).flatMap(([key, inner]) => textsOf(inner, `${path}/${key}`));
}

const english = textsOf({
  ...en,
  ...enPages,
  ...enResults,
  verifyPage: enVerify,
  calendar: enCalendar,
  sheet: enSheet,
  board: enBoard,
  embed: enEmbed,
  bellPressed: enBell,
  notification: enNotification,
});
const malayalam = textsOf({
  ...ml,
  ...mlPages,
  ...mlResults,
  verifyPage: mlVerify,
  calendar: mlCalendar,
  sheet: mlSheet,
  board: mlBoard,
  embed: mlEmbed,
  bellPressed: mlBell,
  notification: mlNotification,
});

test('both languages have the same messages, none of them empty', () => {
  expect(malayalam.map(([path]) => path)).toEqual(english.map(([path]) => path));
  for (const [path, text] of [...english, ...malayalam]) expect([path, text.trim()]).not.toEqual([path, '']);
});

test('Malayalam messages use Malayalam script, atomic chillus and Latin digits', () => {
  for (const [path, text] of malayalam) {
    if (path === '/footer/care/0') continue;
    if (path === '/longDate' || path === '/monthAndYear') continue;
    expect([path, text]).toEqual([path, expect.stringMatching(/[\u0D00-\u0D7F]/)]);
    // Consonant + virama + zero-width joiner is the older, two-part spelling of a chillu.
    expect(text).not.toMatch(/[ണനരലളക]\u0D4D\u200D/);
    expect(text).not.toMatch(/[\u0D66-\u0D6F]/);
  }
});

test('months and weekdays match the locale data', () => {
  for (const [locale, messages] of [
    ['en-IN', en],
    ['ml-IN', ml],
  ] as const) {
    const month = new Intl.DateTimeFormat(locale, { month: 'long', timeZone: 'UTC' });
    const day = new Intl.DateTimeFormat(locale, { weekday: 'long', timeZone: 'UTC' });
    expect(messages.months).toEqual(
      Array.from({ length: 12 }, (_, index) => month.format(Date.UTC(2026, index, 1))),
    );
    // 15 November 2026 is a Sunday.
    expect(messages.weekdays).toEqual(
      Array.from({ length: 7 }, (_, index) => day.format(Date.UTC(2026, 10, 15 + index))),
    );
  }
});

test('formats dates and times', () => {
  expect(longDate('2026-03-12', en)).toBe('12 March 2026');
  expect(longDate('2026-03-12', ml)).toBe('2026 മാർച്ച് 12');
  expect(weekday('2026-11-15', en)).toBe('Sunday');
  expect(weekday('2028-02-29', ml)).toBe('ചൊവ്വാഴ്‌ച');
  expect(clockTime('2026-11-15T06:45:00.000Z')).toBe('12:15 PM');
});
