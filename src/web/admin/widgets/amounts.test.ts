import { expect, test } from 'bun:test';
import { DAY, HOUR, MINUTE } from '../../../core/ist-time.ts';
import { agoText, sizeText } from './amounts.ts';

test.each([
  [0, '0 bytes'],
  [1023, '1023 bytes'],
  [1024, '1.0 KB'],
  [1536, '1.5 KB'],
  [150 * 1024, '150 KB'],
  [1024 ** 2, '1.0 MB'],
  [5.25 * 1024 ** 3, '5.3 GB'],
])('%p bytes are %p', (bytes, text) => expect(sizeText(bytes)).toBe(text));

test.each([
  [0, 'just now'],
  [-5, 'just now'],
  [MINUTE - 1, 'just now'],
  [MINUTE, '1 min ago'],
  [HOUR - 1, '59 min ago'],
  [2 * HOUR, '2 h ago'],
  [2 * DAY - 1, '47 h ago'],
  [3 * DAY, '3 days ago'],
])('%p ms before is %p', (span, text) => expect(agoText(1e12 - span, 1e12)).toBe(text));
