import { describe, expect, test } from 'bun:test';
import { endpointProblem, pushServiceOf } from './push-services.ts';

const serviceOf = (endpoint: string, hosts: string[] = []) => pushServiceOf(new URL(endpoint), hosts);

test.each([
  ['https://fcm.googleapis.com/fcm/send/dJ3:APA91b', 'fcm.googleapis.com'],
  ['https://FCM.GoogleAPIs.com:443/wp/dJ3', 'fcm.googleapis.com'],
  ['https://jmt17.google.com/fcm/send/dJ3', 'jmt17.google.com'],
  ['https://updates.push.services.mozilla.com/wpush/v2/gAAA', 'updates.push.services.mozilla.com'],
  ['https://web.push.apple.com/QGuQ', 'web.push.apple.com'],
  ['https://web-2.push.apple.com/QGuQ', '*.push.apple.com'],
  ['https://wns2-pn1p.notify.windows.com/w/?token=BQYA%2b', '*.notify.windows.com'],
])('%s is at a push service', (endpoint, service) => {
  expect(serviceOf(endpoint)).toBe(service);
});

describe('is at none', () => {
  test.each([
    'https://push.example/a',
    'https://fcm.googleapis.com.evil.example/a',
    'https://evil-fcm.googleapis.com/a',
    'https://a.fcm.googleapis.com/a',
    'https://fcm.googleapis.com@evil.example/a',
    'https://evil.example/fcm.googleapis.com',
    'https://evil.example#.push.apple.com',
    'https://evilpush.apple.com/a',
    'https://push.apple.com/a',
    'https://notify.windows.com.evil.example/a',
    'https://evil.example\\.notify.windows.com/a',
    // Another spelling would be another subscription of the same device.
    'https://fcm.googleapis.com./a',
    // Ports that nobody answers at.
    'https://fcm.googleapis.com:8443/a',
    'http://fcm.googleapis.com/a',
    'http://fcm.googleapis.com:443/a',
    'https://127.0.0.1/a',
    'https://[::1]/a',
    // The letter f as Cyrillic has none like it; the host becomes punycode.
    'https://fсm.googleapis.com/a',
  ])('%s', (endpoint) => {
    expect(serviceOf(endpoint)).toBeNull();
    expect(endpointProblem(endpoint, { allowed: 'any', hosts: [] })).toContain('push service');
  });
});

test('hosts of the setting are push services, a service at each port', () => {
  const hosts = ['127.0.0.1', 'push.example'];
  expect(serviceOf('http://127.0.0.1:81/a', hosts)).toBe('127.0.0.1:81');
  expect(serviceOf('https://push.example/a', hosts)).toBe('push.example');
  expect(serviceOf('https://a.push.example/a', hosts)).toBeNull();
  expect(serviceOf('https://127.0.0.2/a', hosts)).toBeNull();
});

test('they must be public and use https unless the server may send into its own network', () => {
  const hosts = ['127.0.0.1', 'push.example'];
  for (const endpoint of ['https://127.0.0.1/a', 'http://push.example/a']) {
    expect(endpointProblem(endpoint, { allowed: 'public', hosts })).not.toBeNull();
    expect(endpointProblem(endpoint, { allowed: 'any', hosts })).toBeNull();
  }
  expect(endpointProblem('https://push.example/a', { allowed: 'public', hosts })).toBeNull();
});
