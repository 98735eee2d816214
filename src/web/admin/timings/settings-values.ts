/** The settings as the form holds them: the delay is whatever text is in its field. */
import { z } from 'zod';
import { type Settings, settingsSchema } from '../../../contract/settings.ts';

export type SettingsValues = Omit<Settings, 'publishDelay'> & { publishDelay: string };

export const toValues = (settings: Settings): SettingsValues => ({
  ...settings,
  publishDelay: String(settings.publishDelay),
});

/** An empty text is no number, although JavaScript takes it for 0. */
export const delaySchema = z.preprocess(
  (text = '') => (String(text).trim() === '' ? Number.NaN : Number(text)),
  settingsSchema.shape.publishDelay,
);

export const settingsFormSchema = settingsSchema.extend({ publishDelay: delaySchema });
