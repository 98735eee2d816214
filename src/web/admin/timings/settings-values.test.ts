import { expect, test } from 'bun:test';
import type { Settings } from '../../../contract/settings.ts';
import { settingsFormSchema, toValues } from './settings-values.ts';

const saved: Settings = {
  autoPublish: true,
  publishDelay: 15,
  generateTime: '06:00',
  enableNotifications: false,
  maintenanceMode: false,
  publishGenerated: true,
  approval: 'off' as const,
};

test('form values are parsed into the same settings', () => {
  expect(settingsFormSchema.parse(toValues(saved))).toEqual(saved);
});

test.each(['', ' ', 'ten', '-1', '1.5', undefined])(
  'rejects a delay of %p with an error at its field',
  (publishDelay) => {
    const result = settingsFormSchema.safeParse({ ...toValues(saved), publishDelay });
    expect(result.error?.issues.map(({ path }) => path)).toEqual([['publishDelay']]);
  },
);

test('parses a delay as a number', () => {
  expect(settingsFormSchema.parse({ ...toValues(saved), publishDelay: '7' }).publishDelay).toBe(7);
});
