/** Writes the five draws of every day as a calendar (iCalendar, RFC 5545). */
import {
  ICalCalendar,
  ICalCalendarMethod,
  ICalEventBusyStatus,
  ICalEventRepeatingFreq,
  ICalEventTransparency,
} from 'ical-generator';
import { PRODUCT_NAME, SINCE_YEAR } from '../../../core/branding.ts';
import { DAY, istTimeOf, SECOND } from '../../../core/ist-time.ts';
import { revealInstant } from '../../../core/phase.ts';
import { SLOTS, type Slot, slotLabel, slotToPath, timeLabel } from '../../../core/slots.ts';
import { type CalendarMessages, enCalendar } from '../../i18n/en-calendar.ts';
import { type Language, pathIn } from '../../i18n/language.ts';
import { mlCalendar } from '../../i18n/ml-calendar.ts';

const MESSAGES: Record<Language, CalendarMessages> = { en: enCalendar, ml: mlCalendar };

/** A fixed date, so that the calendar changes only with the settings. */
const FIRST_DAY = `${SINCE_YEAR}-01-01`;

const TIME_ZONE = 'Asia/Kolkata';
/** Not UTC: some programs repeat an event in UTC at the local time of its first day, even in daylight saving time. */
const TIME_ZONE_LINES = [
  'BEGIN:VTIMEZONE',
  `TZID:${TIME_ZONE}`,
  'BEGIN:STANDARD',
  'DTSTART:19700101T000000',
  'TZOFFSETFROM:+0530',
  'TZOFFSETTO:+0530',
  'TZNAME:IST',
  'END:STANDARD',
  'END:VTIMEZONE',
];
const LINE_END = '\r\n';

/** `02:00 PM` becomes `2 PM`: calendars have little space for a title. */
const shortTime = (slot: Slot): string => slotLabel(slot).replace(/^0|:00/g, '');

export interface DrawCalendar {
  language: Language;
  /** The public origin of the site. */
  baseUrl: string;
  publishDelay: number;
}

export function writeCalendar({ language, baseUrl, publishDelay }: DrawCalendar): string {
  const messages = MESSAGES[language];
  const url = baseUrl + pathIn(language, '/');
  const { host } = new URL(baseUrl);
  const calendar = new ICalCalendar({
    method: ICalCalendarMethod.PUBLISH,
    prodId: { company: PRODUCT_NAME, product: 'Draws', language: language.toUpperCase() },
    name: messages.name,
    description: messages.description,
    url,
    ttl: DAY / SECOND,
  });
  for (const slot of SLOTS) {
    const start = Temporal.PlainDateTime.from(`${FIRST_DAY}T${slot}`);
    const resultTime = timeLabel(istTimeOf(revealInstant(FIRST_DAY, slot, publishDelay)));
    calendar.createEvent({
      id: `draw-${slotToPath(slot)}@${host}`,
      stamp: `${FIRST_DAY}T00:00:00Z`,
      start,
      // The end of an event must be after its start.
      ...(publishDelay > 0 && { end: start.add({ minutes: publishDelay }) }),
      timezone: TIME_ZONE,
      repeating: { freq: ICalEventRepeatingFreq.DAILY },
      summary: messages.draw(shortTime(slot)),
      description: messages.result(resultTime, url),
      url,
      // A draw does not occupy the visitor's time.
      transparency: ICalEventTransparency.TRANSPARENT,
      busystatus: ICalEventBusyStatus.FREE,
    });
  }
  // The library would put the time zone between the properties of the calendar, and omits the end of the last line.
  const firstEvent = 'BEGIN:VEVENT';
  const withTimeZone = [...TIME_ZONE_LINES, firstEvent].join(LINE_END);
  return calendar.toString().replace(firstEvent, withTimeZone) + LINE_END;
}
