import { expect, test } from 'bun:test';
import { SECOND } from '../../core/ist-time.ts';
import { createSilentServices, type PushTarget } from './silent-services.ts';

const targetOf = (service: string, name = service): PushTarget => ({ service, origin: `https://${name}` });

const SILENT = targetOf('silent.example');
const OTHER = targetOf('other.example');
const SERVICE = '*.push.example';

function createWithSilence(attempts: number, targetAt: (attempt: number) => PushTarget = () => SILENT) {
  const time = { now: 0 };
  const services = createSilentServices(() => time.now);
  for (let attempt = 0; attempt < attempts; attempt += 1) services.noteSilence(targetAt(attempt));
  return { services, time };
}

test('a service is paused after ten attempts without an answer, for 30 seconds', () => {
  expect(createWithSilence(9).services.isPaused(SILENT)).toBe(false);
  const { services, time } = createWithSilence(10);
  expect(services.isPaused(SILENT)).toBe(true);
  expect(services.isPaused(OTHER)).toBe(false);
  time.now = 30 * SECOND - 1;
  expect(services.isPaused(SILENT)).toBe(true);
  time.now = 30 * SECOND;
  expect(services.isPaused(SILENT)).toBe(false);
  services.noteSilence(SILENT);
  expect(services.isPaused(SILENT)).toBe(true);
});

test('an answer ends it', () => {
  const { services } = createWithSilence(10);
  services.noteAnswer(SILENT);
  services.noteSilence(SILENT);
  expect(services.isPaused(SILENT)).toBe(false);
});

test('made-up names of a service are paused together', () => {
  const { services } = createWithSilence(10, (attempt) =>
    targetOf(SERVICE, `made-up-${attempt}.push.example`),
  );
  expect(services.isPaused(targetOf(SERVICE, 'another.push.example'))).toBe(true);
  expect(services.isPaused(targetOf('push.example'))).toBe(false);
});

test('they do not pause a host of the same service that answers', () => {
  const real = targetOf(SERVICE, 'real.push.example');
  const { services } = createWithSilence(0);
  services.noteAnswer(real);
  for (let attempt = 0; attempt < 10; attempt += 1)
    services.noteSilence(targetOf(SERVICE, `made-up-${attempt}.push.example`));
  expect(services.isPaused(real)).toBe(false);
  for (let attempt = 0; attempt < 10; attempt += 1) services.noteSilence(real);
  expect(services.isPaused(real)).toBe(true);
});
