/** The log: one entry per event, with secrets and digits redacted, as JSON or as text. */
import type { Clock } from './clock.ts';
import { DatabaseDown } from './errors.ts';
import { type LogEntry, writeJson, writeText } from './log-format.ts';
import { currentRequestId } from './request-id.ts';

export type LogLevel = 'debug' | 'info' | 'warn' | 'error' | 'silent';
export type LogFormat = 'json' | 'text';
type LogFields = Record<string, unknown>;

export interface Log {
  debug(message: string, fields?: LogFields): void;
  info(message: string, fields?: LogFields): void;
  warn(message: string, fields?: LogFields): void;
  error(message: string, fields?: LogFields): void;
}

const LEVELS: readonly LogLevel[] = ['debug', 'info', 'warn', 'error', 'silent'];

const WRITERS: Record<LogFormat, (entry: LogEntry) => string> = { json: writeJson, text: writeText };

export function createLog(
  level: LogLevel,
  clock: Clock,
  write: (line: string) => void,
  format: LogFormat = 'json',
): Log {
  const threshold = LEVELS.indexOf(level);
  const writeEntry = WRITERS[format];
  const at =
    (entryLevel: LogLevel) =>
    (message: string, fields: LogFields = {}): void => {
      // The storage logs an outage once, with its cause; other entries about it only repeat that.
      const isRepetition = fields['error'] instanceof DatabaseDown;
      if (LEVELS.indexOf(isRepetition ? 'debug' : entryLevel) < threshold) return;
      const requestId = currentRequestId();
      write(
        writeEntry({
          time: clock.now(),
          level: entryLevel,
          message,
          fields: requestId === null ? fields : { requestId, ...fields },
        }),
      );
    };
  return { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') };
}
