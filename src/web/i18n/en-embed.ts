/** English messages of the frame for other sites, and of the page with its code. */
import { PRODUCT_NAME } from '../../core/branding.ts';

export const enEmbed = {
  title: `${PRODUCT_NAME}: newest result`,
  description: `The newest ${PRODUCT_NAME} result and the next draw.`,
  newTab: 'opens in a new tab',
  asOf: (time: string) => `As of ${time}`,
  code: {
    title: 'Results on your website',
    description: `Show the newest ${PRODUCT_NAME} result and the next draw on your own website: copy one line of HTML.`,
    intro:
      'The newest result and the next draw on your own website. A new result appears by itself within seconds.',
    preview: 'Preview',
    language: 'Language',
    languages: { en: 'English', ml: 'Malayalam' },
    size: 'Width',
    pixels: (width: number) => `${width} px`,
    code: 'HTML code',
    hint: 'Paste it where the result is to appear.',
    copy: 'Copy',
    copied: 'Copied',
    conditions: 'Conditions',
    terms:
      'It is free for every website. Show it whole: nothing in it may be changed, covered or cut off, and it must not look like a result of your own. It sets no cookies and stores nothing about your visitors.',
  },
};

export type EmbedMessages = typeof enEmbed;
