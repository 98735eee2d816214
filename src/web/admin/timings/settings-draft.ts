/** The settings as a form holds them: what is saved, with what was changed and not yet saved on top of it. */
import type { Settings } from '../../../contract/settings.ts';

/** The delay is whatever text is in its field. */
export type SettingsValues = Omit<Settings, 'publishDelay'> & { publishDelay: string };

export type SettingName = keyof Settings;

/** Begun with the first change; what was saved then tells later whether someone else has changed it since. */
export interface SettingsDraft {
  begunFrom: Settings;
  changes: Partial<SettingsValues>;
}

const NAMES = [
  'autoPublish',
  'publishDelay',
  'generateTime',
  'enableNotifications',
  'maintenanceMode',
] as const satisfies SettingName[];

const toValues = (settings: Settings): SettingsValues => ({
  ...settings,
  publishDelay: String(settings.publishDelay),
});

export const valuesIn = (saved: Settings, draft: SettingsDraft | null): SettingsValues => ({
  ...toValues(saved),
  ...draft?.changes,
});

/** What is to be saved; a delay that is no number is left for the schema to refuse. */
export const settingsIn = (saved: Settings, draft: SettingsDraft | null) => {
  const values = valuesIn(saved, draft);
  return {
    ...values,
    publishDelay: values.publishDelay.trim() === '' ? Number.NaN : Number(values.publishDelay),
  };
};

/** Setting a value back to what is saved is no change; with the last change gone the draft is gone. */
export function changeDraft(
  saved: Settings,
  draft: SettingsDraft | null,
  change: Partial<SettingsValues>,
): SettingsDraft | null {
  const savedValues = toValues(saved);
  const changes = Object.fromEntries(
    Object.entries({ ...draft?.changes, ...change }).filter(
      ([name, value]) => savedValues[name as SettingName] !== value,
    ),
  );
  return Object.keys(changes).length === 0 ? null : { begunFrom: draft?.begunFrom ?? saved, changes };
}

/** What someone else has changed since the draft was begun. */
export const changedElsewhere = (saved: Settings, draft: SettingsDraft | null): SettingName[] =>
  draft === null ? [] : NAMES.filter((name) => saved[name] !== draft.begunFrom[name]);
