/** Schemas of single values: ids, instants, dates, slots, digits, texts. */
import { z } from 'zod';
import { STORABLE_PATTERN } from '../core/contact-form.ts';
import { CONTENT_LANGUAGES } from '../core/content-language.ts';
import { DRAW_NUMBER_PATTERN, STORED_DRAW_NUMBER_PATTERN } from '../core/draw-number.ts';
import { isIstDate, isIstMonth, isTimeOfDay } from '../core/ist-time.ts';
import { INVALID_SLOT_TEXT, SLOTS } from '../core/slots.ts';

export const idSchema = z.string().regex(/^[A-Za-z0-9_-]{1,64}$/, 'This is not an id.');

/** ISO 8601 in UTC with `Z`. */
export const instantSchema = z.iso.datetime();

export const dateSchema = z
  .string({ error: 'Date is required.' })
  .refine(isIstDate, 'Date must be a real day written YYYY-MM-DD.')
  .meta({ format: 'date', examples: ['2026-11-15'] });

export const monthSchema = z
  .string()
  .refine(isIstMonth, 'Month must be written YYYY-MM.')
  .meta({ pattern: '^\\d{4}-(0[1-9]|1[0-2])$', examples: ['2026-11'] });

export const slotSchema = z.enum(SLOTS, { error: INVALID_SLOT_TEXT });

export const timeOfDaySchema = z
  .string({ error: 'Time is required.' })
  .refine(isTimeOfDay, 'Time must be written HH:MM.')
  .meta({ pattern: '^([01]\\d|2[0-3]):[0-5]\\d$', examples: ['06:00'] });

export const digitSchema = z
  .string({ error: 'Each digit is required.' })
  .regex(/^[0-9]$/, 'Each digit must be one of 0 to 9.');

const upperCaseText = z.string({ error: 'Draw number is required.' }).trim().toUpperCase();

/** A number that staff may give a draw. */
export const drawNumberSchema = upperCaseText.regex(
  DRAW_NUMBER_PATTERN,
  'Draw number must be 3 to 20 capital letters, digits or hyphens, and begin with a letter or a digit.',
);

/** A number under which a draw may be stored. */
export const storedDrawNumberSchema = upperCaseText.regex(
  STORED_DRAW_NUMBER_PATTERN,
  'Draw number must be 3 to 20 capital letters, digits or hyphens.',
);

export const emailSchema = z
  .string({ error: 'E-mail is required.' })
  .trim()
  .toLowerCase()
  .min(1, 'E-mail is required.')
  .max(254, 'E-mail is too long.')
  .pipe(z.email('Please enter a valid e-mail address.'))
  .meta({ format: 'email' });

export const plainText = (name: string, max: number) =>
  z
    .string({ error: `${name} is required.` })
    .trim()
    .max(max, `${name} must be at most ${max} characters.`)
    .refine((text) => STORABLE_PATTERN.test(text), `${name} contains characters that cannot be stored.`);

/** A required text. */
export const requiredText = (name: string, max: number) =>
  plainText(name, max).min(1, `${name} is required.`);

/** What a client sends in `If-Match`: the value of the row's `ETag` header. */
export const etagSchema = z.string().meta({ examples: ['"3"'] });

/** The language of an article or a question; null is for readers of both. */
export const contentLanguageSchema = z
  .enum(CONTENT_LANGUAGES, { error: 'Language must be en, ml or null for both.' })
  .nullable();
