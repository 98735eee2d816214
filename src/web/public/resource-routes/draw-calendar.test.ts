import { afterEach, describe, expect, setSystemTime, test } from 'bun:test';
import { SLOTS } from '../../../core/slots.ts';
import { writeCalendar } from './draw-calendar.ts';

const SITE = { baseUrl: 'https://swarna.example', publishDelay: 15 };

interface Property {
  name: string;
  parameters: string;
  value: string;
}

interface Component {
  name: string;
  properties: Property[];
  components: Component[];
}

/** A reader that follows RFC 5545 to the letter: every line ends in CRLF, is short, and is a property or a mark. */
function readCalendar(text: string): Component {
  expect(text.endsWith('\r\n')).toBe(true);
  expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
  const folded = text.slice(0, -2).split('\r\n');
  for (const line of folded) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
  const root: Component = { name: '', properties: [], components: [] };
  const open = [root];
  for (const line of folded.join('\r\n').replaceAll('\r\n ', '').split('\r\n')) {
    const [, name = '', parameters = '', value = ''] =
      /^([A-Z-]+)((?:;[A-Z-]+=[^:;]+)*):(.*)$/.exec(line) ?? [];
    expect([line, name]).not.toEqual([line, '']);
    const current = open.at(-1) ?? root;
    if (name === 'BEGIN') {
      const component: Component = { name: value, properties: [], components: [] };
      current.components.push(component);
      open.push(component);
    } else if (name === 'END') {
      expect(value).toBe(current.name);
      open.pop();
    } else {
      // Properties come before the components.
      expect([name, current.components]).toEqual([name, []]);
      current.properties.push({ name, parameters, value: value.replace(/\\([,;\\])/g, '$1') });
    }
  }
  expect(open).toEqual([root]);
  expect(root.components.map(({ name }) => name)).toEqual(['VCALENDAR']);
  return root.components[0] as Component;
}

/** Fails if the property is missing or is there twice. */
function textOf({ properties }: Component, name: string): string {
  const found = properties.filter((property) => property.name === name);
  expect([name, found.length]).toEqual([name, 1]);
  return found[0]?.value ?? '';
}

const eventsOf = (calendar: Component) => calendar.components.filter(({ name }) => name === 'VEVENT');

/** The instant of a local time in the only time zone of the calendar. */
function instantIn(calendar: Component, { parameters, value }: Property): Date {
  expect(parameters).toBe(';TZID=Asia/Kolkata');
  const zone = calendar.components.find(({ name }) => name === 'VTIMEZONE') as Component;
  expect(textOf(zone, 'TZID')).toBe('Asia/Kolkata');
  const [, sign, hours, minutes] = /^([+-])(\d\d)(\d\d)$/.exec(
    textOf(zone.components[0] as Component, 'TZOFFSETTO'),
  ) as RegExpExecArray;
  const iso = value.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)$/, '$1-$2-$3T$4:$5:$6');
  return new Date(`${iso}${sign}${hours}:${minutes}`);
}

const timesOf = (calendar: Component, name: 'DTSTART' | 'DTEND') =>
  eventsOf(calendar).map(({ properties }) =>
    instantIn(calendar, properties.find((property) => property.name === name) as Property)
      .toISOString()
      .slice(11, 16),
  );

describe.each(['en', 'ml'] as const)('in %s', (language) => {
  const calendar = readCalendar(writeCalendar({ ...SITE, language }));

  test('is a published calendar that is fetched again every day', () => {
    expect(textOf(calendar, 'VERSION')).toBe('2.0');
    expect(textOf(calendar, 'PRODID')).not.toBe('');
    expect(textOf(calendar, 'METHOD')).toBe('PUBLISH');
    expect(textOf(calendar, 'REFRESH-INTERVAL')).toBe('P1D');
    expect(textOf(calendar, 'X-PUBLISHED-TTL')).toBe('P1D');
  });

  test('has one daily event for each slot, from the draw to its result', () => {
    expect(timesOf(calendar, 'DTSTART')).toEqual(['04:30', '06:30', '08:30', '11:30', '13:30']);
    expect(timesOf(calendar, 'DTEND')).toEqual(['04:45', '06:45', '08:45', '11:45', '13:45']);
    for (const event of eventsOf(calendar)) {
      expect(textOf(event, 'RRULE')).toBe('FREQ=DAILY');
      expect(textOf(event, 'DTSTAMP')).toMatch(/^\d{8}T\d{6}Z$/);
      expect(textOf(event, 'TRANSP')).toBe('TRANSPARENT');
      expect(event.components).toEqual([]);
    }
  });

  test('events have an id by slot and host', () => {
    expect(eventsOf(calendar).map((event) => textOf(event, 'UID'))).toEqual(
      SLOTS.map((slot) => `draw-${slot.replace(':', '-')}@swarna.example`),
    );
  });
});

test('titles and descriptions are in the language of the address', () => {
  const [english, malayalam] = (['en', 'ml'] as const).map(
    (language) => eventsOf(readCalendar(writeCalendar({ ...SITE, language })))[2] as Component,
  ) as [Component, Component];
  expect(textOf(english, 'SUMMARY')).toBe('2 PM draw · Swarna Chakra');
  expect(textOf(english, 'DESCRIPTION')).toBe(
    'The result is published at 02:15 PM (IST): https://swarna.example/',
  );
  expect(textOf(english, 'URL')).toBe('https://swarna.example/');
  expect(textOf(malayalam, 'SUMMARY')).toBe('2 PM നറുക്കെടുപ്പ് · സ്വർണ്ണ ചക്ര');
  expect(textOf(malayalam, 'DESCRIPTION')).toContain('02:15 PM (IST), https://swarna.example/ml');
  expect(textOf(malayalam, 'URL')).toBe('https://swarna.example/ml');
});

test('follows the setting, and has no end if results come at once', () => {
  const later = readCalendar(writeCalendar({ ...SITE, language: 'en', publishDelay: 60 }));
  expect(timesOf(later, 'DTEND')).toEqual(['05:30', '07:30', '09:30', '12:30', '14:30']);
  const atOnce = readCalendar(writeCalendar({ ...SITE, language: 'en', publishDelay: 0 }));
  for (const { properties } of eventsOf(atOnce)) {
    expect(properties.map(({ name }) => name)).not.toContain('DTEND');
  }
});

afterEach(() => void setSystemTime());

test('has the same bytes at every time and in every time zone', () => {
  const first = writeCalendar({ ...SITE, language: 'ml' });
  setSystemTime(new Date('2031-07-01T00:00:00Z'));
  expect(writeCalendar({ ...SITE, language: 'ml' })).toBe(first);
  const program = `import { writeCalendar } from ${JSON.stringify(import.meta.resolve('./draw-calendar.ts'))};
    process.stdout.write(writeCalendar(${JSON.stringify({ ...SITE, language: 'ml' })}));`;
  const elsewhere = Bun.spawnSync([process.execPath, '-e', program], {
    env: { ...process.env, TZ: 'America/New_York' },
  });
  expect(elsewhere.stdout.toString()).toBe(first);
});
