import { expect, test } from 'bun:test';
import { settingsSchema } from '../../../contract/settings.ts';
import { en } from '../../i18n/en.ts';
import { fieldName, targetText, valueText } from './field-names.ts';

const textOf = (field: string, value: Parameters<typeof valueText>[1]) => valueText(field, value, en);

test.each([
  ['published', true, 'Status', 'Published'],
  ['published', false, 'Status', 'Draft'],
  ['published', 15, 'Published', '15'],
  ['slot', '12:00', 'Draw', '12:00 PM'],
  ['date', '2026-11-15', 'Date', '15 November 2026'],
  ['provenance', 'generated', 'Digits', 'Random, not entered'],
  ['autoPublish', true, 'Publish automatically', 'On'],
  ['publishDelay', 15, 'Publication delay', '15 minutes'],
  ['generateTime', '06:00', 'Drafts are made at', '06:00 AM'],
  ['role', 'editor', 'Role', 'Editor'],
  ['disabled', true, 'Account', 'Disabled'],
  ['bytes', 2048, 'Size', '2.0 KB'],
  ['onHold', true, 'On hold', 'Yes'],
  ['language', null, 'Language', 'Both'],
  ['title', '', 'Title', '–'],
  ['publishedAt', null, 'Published at', '–'],
  ['somethingNew', 'as it is', 'Something new', 'as it is'],
])('%s: %p reads %s: %s', (field, value, name, text) => {
  expect([fieldName(field, value), textOf(field, value)]).toEqual([name, text]);
});

test('every setting has a name of its own', () => {
  const names = Object.keys(settingsSchema.shape).map((field) => fieldName(field));
  expect(new Set(names).size).toBe(names.length);
  expect(textOf('maintenanceMode', false)).toBe('Off');
});

test('a target is written in words, never as an id', () => {
  expect(targetText('contact', 'Fq3_x', en)).toBe('');
  expect(targetText('settings', 'Settings', en)).toBe('');
  expect(targetText('user', 'asha@example.org', en)).toBe('asha@example.org');
  expect(targetText('draw', 'SC151120262', en)).toBe('12:00 PM, 15 November 2026 (SC151120262)');
  expect(targetText('draw', 'ONAM-2026', en)).toBe('ONAM-2026');
  expect(targetText('draw', 'SC311320262', en)).toBe('SC311320262');
});
