import { describe, expect, test } from 'bun:test';
import { createLog, type Log } from './log.ts';
import { whileHandling } from './request-id.ts';

const clock = { now: () => Date.UTC(2026, 10, 15, 4, 30) };

function write(
  level: 'debug' | 'info' | 'warn' | 'silent',
  use: (log: Log) => void,
): Record<string, unknown>[] {
  const lines: string[] = [];
  use(createLog(level, clock, (line) => lines.push(line)));
  return lines.map((line) => {
    expect(line).toEndWith('\n');
    expect(line.trimEnd()).not.toContain('\n');
    return JSON.parse(line);
  });
}

describe('the log', () => {
  test('writes one JSON line per entry, with time and level', () => {
    expect(write('info', (log) => log.warn('slow\nanswer', { ms: 12 }))).toEqual([
      { time: '2026-11-15T04:30:00.000Z', level: 'warn', msg: 'slow\nanswer', ms: 12 },
    ]);
  });

  test('omits entries below its level', () => {
    const all = (log: Log) => {
      log.debug('d');
      log.info('i');
      log.warn('w');
      log.error('e');
    };
    expect(write('debug', all)).toHaveLength(4);
    expect(write('warn', all).map(({ level }) => level)).toEqual(['warn', 'error']);
    expect(write('silent', all)).toEqual([]);
  });

  test('redacts secrets and digits at any depth', () => {
    const [entry] = write('info', (log) =>
      log.info('signed in', {
        user: 'a@example.org',
        password: 'hunter2',
        request: { headers: { cookie: 'session=1', Authorization: 'Bearer x' } },
        draws: [{ drawNo: 'SC1', digit1: '7', digits: '71234' }],
        sessionToken: 'abc',
      }),
    );
    expect(entry).toMatchObject({
      user: 'a@example.org',
      password: '[redacted]',
      request: { headers: { cookie: '[redacted]', Authorization: '[redacted]' } },
      draws: [{ drawNo: 'SC1', digit1: '[redacted]', digits: '[redacted]' }],
      sessionToken: '[redacted]',
    });
  });

  test('redacts the credentials in a URL, also inside an error', () => {
    const [entry] = write('info', (log) =>
      log.error('no answer from postgres://me:hunter2@db/x', {
        error: new Error('postgres://me:hunter2@db/x'),
      }),
    );
    expect(JSON.stringify(entry)).not.toContain('hunter2');
    expect(entry).toMatchObject({
      msg: 'no answer from postgres://[redacted]@db/x',
      error: { name: 'Error' },
    });
  });

  test('adds the request id until the response is sent', async () => {
    const request = { id: 'be59fc38', hasResponse: false };
    const lines: string[] = [];
    const log = createLog('info', clock, (line) => lines.push(line));
    const later = Promise.withResolvers<void>();
    log.info('before');
    const work = whileHandling(request, async () => {
      log.info('during');
      await later.promise;
      log.info('after');
    });
    log.info('beside');
    request.hasResponse = true;
    later.resolve();
    await work;
    const entries = lines.map((line) => JSON.parse(line));
    expect(entries.map(({ msg, requestId }) => [msg, requestId])).toEqual([
      ['before', undefined],
      ['during', 'be59fc38'],
      ['beside', undefined],
      ['after', undefined],
    ]);
  });

  test('never throws and writes a line for any value', () => {
    const circular: Record<string, unknown> = { name: 'loop' };
    circular['self'] = circular;
    const unreadable = Object.defineProperty({}, 'trap', {
      enumerable: true,
      get() {
        throw new Error('not readable');
      },
    });
    const disguised = { password: 'hunter2', toJSON: () => 'hunter2' };
    const oddStack = Object.assign(new Error('odd'), { stack: 7 });
    for (const format of ['json', 'text'] as const) {
      const lines: string[] = [];
      const log = createLog('info', clock, (line) => lines.push(line), format);
      for (const value of [circular, unreadable, disguised, oddStack, 12n, Symbol('s'), undefined]) {
        log.info('odd', { value });
      }
      expect(lines).toHaveLength(7);
      expect(lines.join('')).not.toContain('hunter2');
    }
  });

  test('does not let fields replace time, level and message', () => {
    const [entry] = write('info', (log) =>
      log.info('real', { level: 'error', msg: 'forged', time: 'never' }),
    );
    expect(entry).toMatchObject({ level: 'info', msg: 'real' });
  });

  test('redacts credentials that contain an @, in linear time', () => {
    const [entry] = write('info', (log) => log.info('from postgres://me:p@ss@db/x'));
    expect(entry).toMatchObject({ msg: 'from postgres://[redacted]@db/x' });
    /** The fastest of five runs: the others may have waited for the CPU. */
    const timeFor = (length: number): number => {
      const times = Array.from({ length: 5 }, () => {
        const startedAt = performance.now();
        write('info', (log) => log.info('x-'.repeat(length / 2)));
        return performance.now() - startedAt;
      });
      return Math.min(...times);
    };
    // Twenty times the length: quadratic time would take four hundred times as long.
    expect(timeFor(40_000) / timeFor(2_000)).toBeLessThan(120);
  });
});
