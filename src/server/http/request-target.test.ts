import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { isTooDeep, readTarget } from './request-target.ts';

/** Reads the target of a client that sends the path unchanged. */
const read = (path: string, search = '') => {
  let sentPath: string | null = null;
  if (!path.slice(1).split('/').includes('') || path === '/') {
    try {
      sentPath = decodeURIComponent(path);
    } catch {
      sentPath = '\uFFFD';
    }
  }
  return readTarget(`http://a.example${path}${search}`, sentPath);
};

describe('readTarget', () => {
  test.each([
    '/',
    '/results',
    '/api/draws/SC151120261',
    '/ml/results.data',
    "/a!$&'()*+,;=:@~_-.b",
    '/a%2Fb%5C',
  ])('%s is normal', (path) => {
    expect(read(path, '?a=%61&b')).toEqual({ path, search: '?a=%61&b', normalPath: path, isNormal: true });
  });

  test.each([
    ['/%61dmin', '/admin'],
    ['/api/%61dmin/draws', '/api/admin/draws'],
    ['/api//admin', '/api/admin'],
    ['//evil.example/x', '/evil.example/x'],
    ['/results/', '/results'],
    ['/ml/%e0%b4%a8', '/ml/%E0%B4%A8'],
    ['/a%2Bb', '/a+b'],
    ['/a%2Db', '/a-b'],
    ['/a|b', '/a%7Cb'],
    ['/a%2fb', '/a%2Fb'],
  ])('%s is another spelling of %s', (path, normalPath) => {
    expect(read(path)).toMatchObject({ normalPath, isNormal: false });
  });

  test.each(['/%', '/%zz', '/%C0%AE', '/a/%E0%A4%A', '/%2e', '/%2E%2E/b', '/a%0Ab', '/%00', '/%E2%80%A8'])(
    '%s has no normal form',
    (path) => {
      expect(read(path)).toMatchObject({ normalPath: null, isNormal: false });
    },
  );

  test.each(['/x/../api/today', '/api/./today', '/x\\..\\api/today', '/api\\today', null])(
    '/api/today is not normal if it was sent as %j',
    (sentPath) => {
      expect(readTarget('http://a.example/api/today', sentPath)).toMatchObject({
        normalPath: '/api/today',
        isNormal: false,
      });
    },
  );

  test('dot segments in a URL that was not parsed have no normal form', () => {
    expect(readTarget('/api/../today', '/api/../today')).toMatchObject({ normalPath: null, isNormal: false });
  });

  test('isTooDeep returns true only for a normal path', () => {
    const deep = '/a'.repeat(30);
    const tooDeep = (path: string) => {
      const target = readTarget(`http://a.example${path}`, null);
      return target && isTooDeep(target);
    };
    expect([deep, '/a', `${deep}/`].map(tooDeep)).toEqual([true, false, false]);
  });

  test.each(['a.example:443', '', '*', 'http://a.example', 'http://a.example/x#y', '/x?y#z'])(
    'returns null for %j',
    (url) => {
      expect(readTarget(url, '/x')).toBeNull();
    },
  );

  test('reads the path after an invalid host', () => {
    expect(readTarget('http://[::1/x?y', '/x')).toMatchObject({ path: '/x', search: '?y', isNormal: true });
  });

  test('the normal form of any path is normal, stays on this site and has the same segments', () => {
    fc.assert(
      fc.property(fc.array(fc.webSegment({ size: 'small' }), { maxLength: 5 }), (segments) => {
        const target = read(`/${segments.join('/')}`);
        if (!target?.normalPath) return;
        expect(read(target.normalPath)).toMatchObject({ isNormal: true });
        expect(target.normalPath).toMatch(/^\/(?![/\\])/);
        const names = segments.filter((segment) => segment !== '').map(decodeURIComponent);
        expect(target.normalPath.split('/').filter(Boolean).map(decodeURIComponent)).toEqual(names);
      }),
    );
  });
});
