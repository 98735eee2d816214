/** The news and questions of the demo site. */
import type { ContentLanguage } from '../../core/content-language.ts';

export interface DemoArticle {
  /** Days between publication and the demo's current day. */
  daysAgo: number;
  title: string;
  body: string;
  language?: ContentLanguage;
}

export const DEMO_NEWS: readonly DemoArticle[] = [
  {
    daysAgo: 0,
    title: 'Results now come with their origin',
    body: 'Each result says how its digits came to be:\n\n- **drawn** by the system\n- **edited** or **entered** by staff\n- **corrected** after publication\n\nA corrected result keeps its former digits in the record. All results are in [the charts](/results).',
  },
  {
    daysAgo: 3,
    title: 'പുതിയ ചാർട്ടുകൾ മലയാളത്തിലും',
    body: 'എല്ലാ തീയതികളിലെയും ഫലങ്ങൾ ഇനി മലയാളത്തിലും കാണാം. മാസം തിരഞ്ഞെടുക്കാനും നമ്പർ തിരയാനും ഫയലായി സൂക്ഷിക്കാനും കഴിയും.',
    language: 'ml',
  },
  {
    daysAgo: 9,
    title: 'Check a number from the home page',
    body: 'Type a draw number, or the last one to five digits of a result. The draws that end in them are listed, newest first, with the matching digits marked.\n\nNothing you type is stored.',
  },
  {
    daysAgo: 24,
    title: 'Never pay anyone to claim a prize',
    body: 'Some people receive calls that promise a prize in exchange for a fee. We never call, never ask for money, and never ask for your bank details. If you receive such a call, tell the police.',
  },
  {
    daysAgo: 61,
    title: 'ഓണക്കാലത്തും അഞ്ച് നറുക്കെടുപ്പുകൾ',
    body: 'ഓണത്തിനും അവധി ദിവസങ്ങളിലും നറുക്കെടുപ്പുകൾ പതിവുപോലെ നടക്കും. സമയങ്ങളിൽ മാറ്റമില്ല.',
    language: 'ml',
  },
  {
    daysAgo: 180,
    title: 'Five draws a day',
    body: 'Draws are held at 10:00 AM, 12:00 PM, 02:00 PM, 05:00 PM and 07:00 PM, every day of the year. All times are Indian Standard Time.',
  },
];

export const DEMO_FAQS: readonly { question: string; answer: string }[] = [
  {
    question: 'When are results published?',
    answer:
      'Shortly after each draw; the schedule on the home page shows the minute. The page updates by itself.',
  },
  {
    question: 'Are the times in my own time zone?',
    answer: 'No. All times are Indian Standard Time, wherever you are and whatever your device says.',
  },
  {
    question: 'How do I find an older result?',
    answer: 'Open Charts and choose a month, or type a draw number into “Check a number” on the home page.',
  },
  {
    question: 'What do 3D, 2D and 1D mean?',
    answer: 'The last three, the last two and the last digit of a result, in their order.',
  },
  {
    question: 'Why does a result say “Corrected”?',
    answer: 'A mistake was found after it was published. The former digits stay in the record.',
  },
  {
    question: 'ഫലങ്ങൾ എവിടെ ഒത്തുനോക്കാം?',
    answer: 'ഇവിടെ കാണിക്കുന്ന ഫലങ്ങൾ അറിവിനായി മാത്രമുള്ളതാണ്. ഔദ്യോഗിക ഉറവിടങ്ങളുമായി ഒത്തുനോക്കുക.',
  },
];
