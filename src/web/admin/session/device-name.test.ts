import { expect, test } from 'bun:test';
import { nameDevice } from './device-name.ts';

const KNOWN: Record<string, string> = {
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36':
    'Chrome on Linux',
  'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36':
    'Chrome on Android',
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0':
    'Edge on Windows',
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1':
    'Safari on iPhone',
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:143.0) Gecko/20100101 Firefox/143.0': 'Firefox on Mac',
};

test.each(Object.entries(KNOWN))('%s', (userAgent, name) => {
  expect(nameDevice(userAgent)).toBe(name);
});

test('an unrecognised user agent is an unknown device', () => {
  expect(nameDevice(null)).toBe('Unknown device');
  expect(nameDevice('curl/8.5.0')).toBe('Unknown device');
});
