import { expect, test } from 'bun:test';
import { SECOND } from '../../core/ist-time.ts';
import { createSilentServices } from './silent-services.ts';

const SILENT = 'https://silent.example';
const OTHER = 'https://other.example';

function createWithSilence(attempts: number) {
  const time = { now: 0 };
  const services = createSilentServices(() => time.now);
  for (let attempt = 0; attempt < attempts; attempt += 1) services.noteSilence(SILENT);
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
