import { describe, expect, test } from 'bun:test';
import { createLogClient, decodeText, type Fetch, ReadFailed, Unreachable } from './log-client.ts';

const clientOf = (url: string, fetch: Fetch) => createLogClient({ url, fetch, pause: async () => {} });

const redirect = (location: string) => new Response(null, { status: 301, headers: { Location: location } });

describe('a redirect', () => {
  const read = (from: string, to: string) =>
    clientOf(from, async (url) => (url === to ? new Response('there') : redirect(to))).readText('/a', 10);

  test('to an encrypted address of the same host is followed', async () => {
    expect(await read('http://a.example', 'https://a.example/a')).toBe('there');
    expect(await read('https://a.example', 'https://a.example/b')).toBe('there');
  });

  test.each([
    ['https://a.example', 'http://a.example/a'],
    ['https://a.example', 'https://www.a.example/a'],
    ['https://a.example', 'https://a.example:8443/a'],
    ['https://a.example', 'ftp://a.example/a'],
  ])('from %s to %s is refused', async (from, to) => {
    await expect(read(from, to)).rejects.toThrow(/^\/a redirects to .*, which is not followed$/);
  });
});

describe('a request that fails', () => {
  const failing = (times: number) => {
    let requests = 0;
    return clientOf('http://a.example', async () => {
      requests += 1;
      if (requests <= times) throw new Error('connection reset');
      return new Response('ok');
    });
  };

  test('is sent three times', async () => {
    expect(await failing(2).readText('/a', 10)).toBe('ok');
    const failed = failing(3).readText('/a', 10);
    await expect(failed).rejects.toThrow('/a cannot be fetched: connection reset');
    await expect(failed).rejects.toBeInstanceOf(Unreachable);
  });

  test('is not sent again after the end', async () => {
    const client = failing(1);
    client.close();
    await expect(client.readText('/a', 10)).rejects.toBeInstanceOf(Unreachable);
  });
});

describe('a text', () => {
  const read = (body: Uint8Array<ArrayBuffer>) =>
    clientOf('http://a.example', async () => new Response(body)).readText('/a', 4);

  test('may have as many bytes as are allowed', async () => {
    expect(await read(Uint8Array.of(97, 98, 99, 100))).toBe('abcd');
    const failed = read(Uint8Array.of(97, 98, 99, 100, 101));
    await expect(failed).rejects.toThrow('/a is larger than 4 bytes');
    await expect(failed).rejects.not.toBeInstanceOf(Unreachable);
  });

  test('is UTF-8', async () => {
    const failed = read(Uint8Array.of(0xc3));
    await expect(failed).rejects.toThrow('/a is not UTF-8');
    await expect(failed).rejects.toBeInstanceOf(ReadFailed);
  });

  test('keeps its byte order mark', () => {
    expect(decodeText(new Uint8Array(Buffer.from('\ufeffa')))).toBe('\ufeffa');
  });
});
