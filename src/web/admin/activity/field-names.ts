/** How the activity log names fields and their values: as the other screens do. */
import type { ActivityEntry, ActivityType } from '../../../contract/activity.ts';
import { drawNumberFor } from '../../../core/draw-number.ts';
import { isIstDate, isTimeOfDay } from '../../../core/ist-time.ts';
import { SLOTS, slotLabel, timeLabel } from '../../../core/slots.ts';
import { longDate } from '../../i18n/dates.ts';
import type { Messages } from '../../i18n/en.ts';
import { LANGUAGE_NAMES } from '../forms/language-names.ts';
import { SETTING_NAMES } from '../timings/setting-names.ts';
import { ROLE_NAMES } from '../users/role-names.ts';
import { sizeText } from '../widgets/amounts.ts';

export type Value = NonNullable<ActivityEntry['after']>[string] | undefined;

interface Texts {
  name: string;
  /** Undefined: the value is shown as it is. */
  value?: (value: NonNullable<Value>) => string | undefined;
}

const oneOf =
  (words: Readonly<Record<string, string>>) =>
  (value: NonNullable<Value>): string | undefined =>
    words[String(value)];

const onOrOff = oneOf({ true: 'On', false: 'Off' });
const minutes = (value: NonNullable<Value>): string => (value === 1 ? '1 minute' : `${value} minutes`);

const FIELDS: Readonly<Record<string, Texts>> = {
  result: { name: 'Result' },
  slot: { name: 'Draw' },
  drawNo: { name: 'Draw number' },
  published: { name: 'Status', value: oneOf({ true: 'Published', false: 'Draft' }) },
  provenance: {
    name: 'Digits',
    value: oneOf({
      generated: 'Random, not entered',
      edited: 'Random, then changed',
      entered: 'Entered',
      corrected: 'Corrected after publication',
    }),
  },
  dueAt: { name: 'Was due' },
  autoPublish: { name: SETTING_NAMES.autoPublish, value: onOrOff },
  publishDelay: { name: SETTING_NAMES.publishDelay, value: minutes },
  publishGenerated: { name: SETTING_NAMES.publishGenerated, value: onOrOff },
  approval: {
    name: SETTING_NAMES.approval,
    value: oneOf({ off: 'Off', entered: 'For entered results' }),
  },
  generateTime: { name: SETTING_NAMES.generateTime },
  enableNotifications: { name: SETTING_NAMES.enableNotifications, value: onOrOff },
  maintenanceMode: { name: SETTING_NAMES.maintenanceMode, value: onOrOff },
  email: { name: 'E-mail' },
  role: { name: 'Role', value: oneOf(ROLE_NAMES) },
  disabled: { name: 'Account', value: oneOf({ true: 'Disabled', false: 'Active' }) },
  twoFactorEnabled: { name: 'Two-factor sign-in', value: onOrOff },
  canSignIn: { name: 'Password', value: oneOf({ true: 'Chosen', false: 'Not chosen yet' }) },
  receiver: { name: 'Receiver' },
  enabled: { name: 'Webhook', value: oneOf({ true: 'Enabled', false: 'Disabled' }) },
  address: { name: 'From address' },
  failures: { name: 'Failed attempts' },
  body: { name: 'Content' },
  status: {
    name: 'Status',
    value: oneOf({ draft: 'Draft', scheduled: 'Scheduled', published: 'Published' }),
  },
  language: { name: 'Language', value: oneOf(LANGUAGE_NAMES) },
  answered: { name: 'Answered' },
  bytes: { name: 'Size', value: (value) => sizeText(Number(value)) },
  sha256: { name: 'Checksum (SHA-256)' },
};

/** A count, as in the entry of an import, is not a status. */
const isCount = (field: string, value: Value): boolean => field === 'published' && typeof value === 'number';

export const fieldName = (field: string, value?: Value): string =>
  (isCount(field, value) ? undefined : FIELDS[field]?.name) ?? sentenceOf(field);

/** `publishedAt` becomes `Published at`. */
function sentenceOf(field: string): string {
  const words = field.replace(/([a-z])([A-Z0-9])/g, '$1 $2').toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

export function valueText(field: string, value: Value, messages: Messages): string {
  if (value === null && field === 'language') return 'Both';
  if (value === null || value === undefined || value === '') return '–';
  const known = FIELDS[field]?.value?.(value);
  if (known !== undefined) return known;
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (typeof value === 'string' && isIstDate(value)) return longDate(value, messages);
  if (typeof value === 'string' && isTimeOfDay(value)) return timeLabel(value);
  return String(value);
}

/** What an entry is about; empty where its action says it all. The id of a visitor's message means nothing to people. */
export function targetText(type: ActivityType, target: string, messages: Messages): string {
  if (type === 'contact') return '';
  if (type === 'settings' && target === 'Settings') return '';
  return type === 'draw' ? drawText(target, messages) : target;
}

/** Adds date and time to a draw number that contains them. */
function drawText(drawNo: string, messages: Messages): string {
  const [, day, month, year, number] = /(\d\d)(\d\d)(\d{4})([1-5])$/.exec(drawNo) ?? [];
  const date = `${year}-${month}-${day}`;
  const slot = SLOTS[Number(number) - 1];
  if (!slot || !isIstDate(date) || drawNumberFor(date, slot) !== drawNo) return drawNo;
  return `${slotLabel(slot)}, ${longDate(date, messages)} (${drawNo})`;
}
