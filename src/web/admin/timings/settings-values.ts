/** The values of the settings form: the delay is the text of its field. */
import { z } from 'zod';
import { type Settings, settingsSchema } from '../../../contract/settings.ts';

export type SettingsValues = Omit<Settings, 'publishDelay'> & { publishDelay: string };

export const toValues = (settings: Settings): SettingsValues => ({
  ...settings,
  publishDelay: String(settings.publishDelay),
});

/** `Number` would read an empty text as 0. */
export const delaySchema = z.preprocess(
  (text = '') => (String(text).trim() === '' ? Number.NaN : Number(text)),
  settingsSchema.shape.publishDelay,
);

export const settingsFormSchema = settingsSchema.extend({ publishDelay: delaySchema });
