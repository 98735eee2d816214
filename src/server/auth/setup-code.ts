/** The code for creating the first account: it proves access to the server's log. */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { readFeedState } from '../storage/feed/feed-store.ts';
import type { Reader } from '../storage/schema.ts';

/** Without characters that look alike. */
const ALPHABET = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';
const LENGTH = 8;

/** Derived from shared data, so that all nodes print the same code. A restored backup has another code. */
export async function readSetupCode(db: Reader, setupKey: string): Promise<string> {
  const { epoch } = await readFeedState(db);
  const bytes = createHmac('sha256', setupKey).update(epoch).digest();
  const letters = [...bytes.subarray(0, LENGTH)].map((byte) => ALPHABET[byte % ALPHABET.length]).join('');
  return `${letters.slice(0, LENGTH / 2)}-${letters.slice(LENGTH / 2)}`;
}

/** Takes the same time for every wrong code. Case, spaces and dashes do not matter. */
export function isSetupCode(given: string, code: string): boolean {
  const [ours, theirs] = [code, given].map((text) => createHmac('sha256', code).update(plain(text)).digest());
  return ours !== undefined && theirs !== undefined && timingSafeEqual(ours, theirs);
}

/** Only ASCII letters are upper-cased: some other letters would become ASCII letters. */
const plain = (code: string): string =>
  code.replace(/[\s\p{Dash}]/gu, '').replace(/[a-z]/g, (letter) => letter.toUpperCase());
