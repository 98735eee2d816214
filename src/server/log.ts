/** The log: one JSON line per entry, with secrets and digits blotted out. */
import type { Clock } from './clock.ts';
import type { LogLevel } from './config.ts';
import { DatabaseDown } from './errors.ts';

export type LogFields = Record<string, unknown>;

export interface Log {
  debug(message: string, fields?: LogFields): void;
  info(message: string, fields?: LogFields): void;
  warn(message: string, fields?: LogFields): void;
  error(message: string, fields?: LogFields): void;
}

const LEVELS: readonly LogLevel[] = ['debug', 'info', 'warn', 'error', 'silent'];

/** What must never be written down, whatever carries it. */
const SECRET_FIELD = /pass(word|phrase)?|secret|token|cookie|authorization|setupcode|digit|otp|totp/i;
const CREDENTIALS_IN_ADDRESS = /(\w+:\/\/)[^/\s@]+@/g;

export function createLog(level: LogLevel, clock: Clock, write: (line: string) => void): Log {
  const threshold = LEVELS.indexOf(level);
  const at =
    (entryLevel: LogLevel) =>
    (message: string, fields: LogFields = {}): void => {
      // The storage logs an outage once, with its cause: everybody who notices it as well would only repeat that.
      const isRepetition = fields['error'] instanceof DatabaseDown;
      if (LEVELS.indexOf(isRepetition ? 'debug' : entryLevel) < threshold) return;
      const time = new Date(clock.now()).toISOString();
      write(
        `${JSON.stringify({ time, level: entryLevel, msg: redactText(message), ...redactFields(fields) })}\n`,
      );
    };
  return { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') };
}

const redactText = (text: string): string => text.replace(CREDENTIALS_IN_ADDRESS, '$1[redacted]@');

function redactFields(fields: LogFields): LogFields {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [
      name,
      SECRET_FIELD.test(name) ? '[redacted]' : redact(value),
    ]),
  );
}

function redact(value: unknown): unknown {
  if (typeof value === 'string') return redactText(value);
  if (value instanceof Error)
    return redactFields({ name: value.name, message: value.message, stack: value.stack });
  if (Array.isArray(value)) return value.map(redact);
  return typeof value === 'object' && value !== null ? redactFields({ ...value }) : value;
}
