/** The two formats of a log entry. No value in it can start another line or control a terminal. */
import { type Instant, istTimeOf, MINUTE, SECOND } from '../core/ist-time.ts';
import { AppError } from './errors.ts';
import { StartError } from './start-error.ts';

export interface LogEntry {
  time: Instant;
  level: string;
  message: string;
  fields: Record<string, unknown>;
}

/** Names of fields whose values are never logged. */
const SECRET_FIELD = /pass(word|phrase)?|secret|token|cookie|authorization|setupcode|digit|otp|totp/i;
/** Without the length limit of the scheme the search takes quadratic time on a long word. */
const CREDENTIALS_IN_ADDRESS = /\b([a-z][a-z0-9+.-]{0,15}:\/\/)[^/\s]+@/gi;
/** Deeper than anything that is logged on purpose. */
const MAX_DEPTH = 5;

/** Control characters, line and paragraph separators, and the marks that reverse the direction of a text. */
const UNSAFE = /[\p{Cc}\u2028\u2029\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;
/** `JSON.stringify` already escapes the first 32. */
const UNSAFE_IN_JSON = /[\u007f-\u009f\u2028\u2029\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

const escapeCharacter = (character: string): string =>
  `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;

/** One JSON object in one line. */
export function writeJson({ time, level, message, fields }: LogEntry): string {
  const own = { time: new Date(time).toISOString(), level, msg: redactText(message) };
  const entry = { ...own, ...redactFields(fields, describeError), ...own };
  return `${JSON.stringify(entry).replace(UNSAFE_IN_JSON, escapeCharacter)}\n`;
}

const LEVEL_WORDS: Record<string, string> = { debug: 'Debug: ', warn: 'Warning: ', error: 'Error: ' };

/** A sentence for a person, with the time of day in IST; the stacks of unexpected errors follow below the line. */
export function writeText({ time, level, message, fields }: LogEntry): string {
  const stacks: string[] = [];
  const redacted = redactFields(fields, (error) => {
    if (!isExpected(error)) stacks.push(...framesOf(error));
    return { message: error.message };
  });
  const values = Object.entries(redacted);
  const causes = values.flatMap(([, value]) => (isErrorText(value) ? [value.message] : []));
  const details = values.flatMap(([name, value]) => (isErrorText(value) ? [] : detailText(name, value)));
  const sentence = [
    redactText(message),
    ...(details.length > 0 ? [` (${details.join(', ')})`] : []),
    ...causes.map((cause) => `: ${cause}`),
  ].join('');
  const words = LEVEL_WORDS[level];
  const line = `${timeOf(time)}  ${words ? words + sentence : capitalize(sentence)}`;
  return [escapeText(line), ...stacks, ''].join('\n');
}

const capitalize = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** `drawNo: "SC1"` reads "draw no SC1", `late: true` reads "late"; what is false or missing is left out. */
function detailText(name: string, value: unknown): string[] {
  if (value === false || value === null || value === undefined) return [];
  const words = name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return [value === true ? words : `${words} ${valueText(value)}`];
}

const timeOf = (time: Instant): string => {
  const seconds = Math.floor((time % MINUTE) / SECOND);
  return `${istTimeOf(time)}:${String(seconds).padStart(2, '0')}`;
};

const isExpected = (error: Error): boolean => error instanceof AppError || error instanceof StartError;

/** Without the message, which is in the line above. */
const framesOf = ({ stack }: Error): string[] =>
  redactText(String(stack ?? ''))
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .map((line) => `    ${escapeText(line.trim())}`);

const escapeText = (text: string): string => text.replace(UNSAFE, escapeCharacter);

/** A single word is written as it is; everything else is quoted. */
function valueText(value: unknown): string {
  if (typeof value === 'string') return /^[^\s",()\\]+$/.test(value) ? value : JSON.stringify(value);
  return JSON.stringify(value) ?? String(value);
}

const isErrorText = (value: unknown): value is { message: string } =>
  typeof value === 'object' && value !== null && Object.keys(value).join() === 'message';

type DescribeError = (error: Error) => Record<string, unknown>;

const describeError: DescribeError = ({ name, message, stack }) => ({ name, message, stack });

const redactText = (text: string): string => text.replace(CREDENTIALS_IN_ADDRESS, '$1[redacted]@');

function redactFields(
  fields: Record<string, unknown>,
  describe: DescribeError,
  depth = 0,
): Record<string, unknown> {
  return Object.fromEntries(
    Object.keys(fields).map((name) => [
      name,
      SECRET_FIELD.test(name) ? '[redacted]' : redact(readField(fields, name), describe, depth + 1),
    ]),
  );
}

function readField(fields: Record<string, unknown>, name: string): unknown {
  try {
    return fields[name];
  } catch {
    return '[unreadable]';
  }
}

/** Returns plain values only: writing a log entry must never throw. */
function redact(value: unknown, describe: DescribeError, depth: number): unknown {
  if (typeof value === 'string') return redactText(value);
  if (typeof value === 'bigint') return String(value);
  if (typeof value === 'function') return '[function]';
  if (typeof value !== 'object' || value === null) return value;
  if (depth > MAX_DEPTH) return '[deeper]';
  if (value instanceof Error) return redactFields(describe(value), describe, depth);
  if (value instanceof Date) return value;
  if (Array.isArray(value)) return value.map((item) => redact(item, describe, depth + 1));
  return redactFields(value as Record<string, unknown>, describe, depth);
}
