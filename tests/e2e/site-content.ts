/** The content of the seeded site: seventy days of results, news and questions in both languages. */
import { addDays } from '../../src/core/ist-time.ts';
import { SLOTS } from '../../src/core/slots.ts';
import type { SiteContent } from '../support/seed-site.ts';

export const TODAY = '2026-11-15';
/** Half past two in the afternoon in India: three of the day's five draws are published. */
export const CLOCK_START = '2026-11-15T09:00:00.000Z';
const FIRST_DAY = addDays(TODAY, -69);

/** Evenly distributed, and the same in every run. */
export const digitsFor = (day: number, place: number): string =>
  String(((day * SLOTS.length + place + 1) * 7_919) % 100_000).padStart(5, '0');

const draws = Array.from({ length: 70 }, (_, day) =>
  SLOTS.map((slot, place) => ({
    date: addDays(FIRST_DAY, day),
    slot,
    digits: digitsFor(day, place),
    published: day < 69 || place < 3,
  })),
).flat();

const news = [
  {
    id: 'timings',
    date: '2026-11-14',
    title: 'Five draws a day from the first of December',
    body: 'The times stay as they are.\n\nResults appear fifteen minutes after each draw. <script>alert("no")</script> & more.',
    author: 'Results Desk',
  },
  {
    id: 'onam',
    date: '2026-11-10',
    // The joiner after a virama is the old spelling of the letters ർ and ൻ.
    title: 'കേരളപ്പിറവി അവധി ദിവസത്തെ നറുക്കെടുപ്പുകള്\u200D',
    body: 'നവംബര്\u200D ഒന്നിനും നറുക്കെടുപ്പുകള്\u200D പതിവുപോലെ നടക്കും.',
    author: 'Results Desk',
  },
  ...Array.from({ length: 22 }, (_, index) => ({
    id: `notice-${index + 1}`,
    date: addDays('2026-10-30', -index),
    title: `Notice ${index + 1}`,
    body: `Text of notice ${index + 1}. ${'The results of the day are checked twice before they are published. '.repeat(index === 0 ? 8 : 1)}`,
    author: 'Results Desk',
  })),
];

const faqs = [
  {
    id: 'when',
    question: 'When are results published?',
    answer: 'Fifteen minutes after each draw.\nThe schedule on this page has all times.',
  },
  { id: 'where', question: 'ഫലങ്ങൾ എവിടെ കാണാം?', answer: 'ഹോം പേജിലും ചാർട്ടുകളിലും.' },
  {
    id: 'again',
    question: 'Can a result change?',
    answer: 'Only to correct a mistake; it is then marked as corrected.',
  },
];

export const SITE_CONTENT: SiteContent = { draws, news, faqs };
