/** The notification that a pushed message is shown as. */
import type { AlertPush, ResultPush } from '../../contract/push.ts';
import { isSlot, slotLabel } from '../../core/slots.ts';
import { enNotification } from '../i18n/en-notification.ts';
import { type Language, pathIn } from '../i18n/language.ts';
import { mlNotification } from '../i18n/ml-notification.ts';

const TEXTS = { en: enNotification, ml: mlNotification };
const LOCALES: Record<Language, string> = { en: 'en-IN', ml: 'ml-IN' };
const ICONS = { icon: '/icon-192.png', badge: '/badge-96.png' };

export interface PushNotification {
  title: string;
  /** `data.url` is the page that it opens. */
  options: NotificationOptions & { data: { url: string } };
}

const hasTexts = <Key extends string>(message: object, ...keys: Key[]): message is { [key in Key]: string } =>
  keys.every((key) => typeof (message as Record<string, unknown>)[key] === 'string');

function isResult(message: object): message is ResultPush {
  return (
    hasTexts(message, 'drawNo', 'date', 'slot', 'digits', 'language', 'url') &&
    isSlot(message.slot) &&
    Object.hasOwn(TEXTS, message.language) &&
    !Number.isNaN(Date.parse(message.date))
  );
}

const isAlert = (message: object): message is AlertPush => hasTexts(message, 'title', 'body', 'url', 'tag');

function describeResult({ drawNo, date, slot, digits, language, url }: ResultPush): PushNotification {
  const day = new Intl.DateTimeFormat(LOCALES[language], { dateStyle: 'long', timeZone: 'UTC' });
  return {
    // Separated, so that the digits are read out one by one.
    title: TEXTS[language].result(slotLabel(slot), [...digits].join(' ')),
    options: {
      body: `${drawNo} · ${day.format(new Date(date))}`,
      // A browser shows only the last of several notifications with the same tag.
      tag: drawNo,
      lang: language,
      ...ICONS,
      data: { url },
    },
  };
}

/** Browsers demand a notification for every push, even for one that cannot be read. */
const describeUnknown = (language: Language): PushNotification => ({
  title: TEXTS[language].productName,
  options: {
    body: TEXTS[language].newResult,
    lang: language,
    ...ICONS,
    data: { url: pathIn(language, '/') },
  },
});

/** `language` is for a message that cannot be read. */
export function describePush(text: string, language: Language): PushNotification {
  let message: unknown;
  try {
    message = JSON.parse(text);
  } catch {
    return describeUnknown(language);
  }
  if (typeof message !== 'object' || message === null) return describeUnknown(language);
  if (isResult(message)) return describeResult(message);
  if (!isAlert(message)) return describeUnknown(language);
  const { title, body, tag, url } = message;
  return { title, options: { body, tag, ...ICONS, data: { url } } };
}
