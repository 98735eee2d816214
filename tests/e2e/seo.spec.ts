/** Metadata of each page for search engines, social networks and feed readers. */
import type { APIRequestContext, Page } from '@playwright/test';
import { LANGUAGES } from '../../src/web/i18n/language.ts';
import { expect, test } from './fixtures.ts';
import { addressIn, PUBLIC_PAGES } from './public-pages.ts';
import { digitsFor } from './site-content.ts';

/** Duplicate views of other pages, which search engines should not index. */
const UNLISTED = [
  '/results?all=1&q=no-such-draw',
  '/results?all=1&ends=7',
  '/news?q=no-such-news',
  '/draws/SC999999999',
  '/results/2020-01-01',
  '/no-such-page',
];
/** The view of all dates has the canonical URL of the charts. */
const CANONICAL: Record<string, string> = { '/results?all=1': '/results' };

/** The metadata of a page; the browser parses the HTML without opening the page, which is faster. */
const readHead = (page: Page, html: string) =>
  page.evaluate((text) => {
    const document = new DOMParser().parseFromString(text, 'text/html');
    const { head, title } = document;
    const values = (selector: string) =>
      [...head.querySelectorAll(selector)].map(
        (element) => element.getAttribute('content') ?? element.getAttribute('href'),
      );
    return {
      title,
      landmarks: ['h1', 'main'].map((name) => document.querySelectorAll(name).length),
      robots: values('meta[name=robots]'),
      canonical: values('link[rel=canonical]'),
      description: values('meta[name=description]').join(),
      alternates: [...head.querySelectorAll('link[rel=alternate][hreflang]')].map((link) => [
        link.getAttribute('hreflang'),
        link.getAttribute('href'),
      ]),
      url: values('meta[property="og:url"]'),
      sharedTitle: values('meta[property="og:title"]'),
      images: values('meta[property="og:image"]'),
      card: values('meta[name="twitter:card"]'),
      feeds: values('link[rel=alternate][type="application/atom+xml"]'),
      things: [...document.querySelectorAll('script[type="application/ld+json"]')].map(({ textContent }) =>
        JSON.parse(textContent ?? ''),
      ),
    };
  }, html);

const headOf = async (page: Page, request: APIRequestContext, address: string) =>
  readHead(page, await (await request.get(address)).text());

test('every page has a unique title, a description, a canonical URL and alternates', async ({
  page,
  request,
  baseURL,
}) => {
  const titles = new Map<string, string>();
  for (const language of LANGUAGES) {
    for (const path of PUBLIC_PAGES) {
      const address = addressIn(language, path);
      const head = await headOf(page, request, address);
      expect(head.title, address).not.toBe('');
      expect([address, head.landmarks]).toEqual([address, [1, 1]]);
      if (UNLISTED.includes(path)) {
        expect(head.robots.join(), address).toContain('noindex');
        expect(head.canonical, address).toEqual([]);
        continue;
      }
      const canonical = CANONICAL[path] ?? path;
      if (canonical === path) {
        const other = titles.get(head.title);
        expect(other, `${address} has the title of ${other}`).toBeUndefined();
        titles.set(head.title, address);
      }
      expect(head.description.length, address).toBeGreaterThan(20);
      const own = baseURL + addressIn(language, canonical);
      expect(head, address).toMatchObject({
        robots: [],
        canonical: [own],
        url: [own],
        sharedTitle: [head.title],
        images: [expect.any(String)],
        card: ['summary_large_image'],
      });
      expect(new Map(head.alternates as [string, string][]), address).toEqual(
        new Map([
          ...LANGUAGES.map((each) => [each, baseURL + addressIn(each, canonical)] as const),
          ['x-default', baseURL + addressIn('en', canonical)],
        ]),
      );
    }
  }
});

test('pages contain schema.org data, and a shared draw has a picture of its result', async ({
  page,
  request,
  baseURL,
}) => {
  const article = await headOf(page, request, '/news/timings');
  expect(article.things).toContainEqual(
    expect.objectContaining({
      '@type': 'NewsArticle',
      headline: 'Five draws a day from the first of December',
      datePublished: '2026-11-14T03:00:00.000Z',
    }),
  );
  const [faq] = (await headOf(page, request, '/help')).things;
  expect(faq).toMatchObject({ '@type': 'FAQPage' });
  expect(faq?.mainEntity).toHaveLength(3);
  const draw = await headOf(page, request, '/ml/draws/SC151120262');
  expect(draw.things).toContainEqual(
    expect.objectContaining({
      '@type': 'BreadcrumbList',
      itemListElement: [
        expect.objectContaining({ position: 1, item: `${baseURL}/ml/results` }),
        expect.objectContaining({ position: 2, item: `${baseURL}/ml/results/12-00` }),
        expect.objectContaining({ position: 3, item: `${baseURL}/ml/draws/SC151120262` }),
      ],
    }),
  );
  const home = await headOf(page, request, '/');
  expect(home.things).toContainEqual(expect.objectContaining({ '@type': 'WebSite', url: `${baseURL}/` }));

  const [picture] = (await headOf(page, request, '/draws/SC151120262')).images;
  expect(picture).toBe(`${baseURL}/draws/SC151120262/picture.png?result=${digitsFor(69, 1)}`);
  expect((await request.get(picture ?? '')).headers()['content-type']).toBe('image/png');
});

/** Fetches XML, and checks its headers and that a browser can parse it. */
async function readXml(page: Page, request: APIRequestContext, address: string, type: string) {
  const response = await request.get(address);
  expect(response.status()).toBe(200);
  expect(response.headers()['content-type']).toContain(type);
  expect(response.headers()['cache-control']).toContain('s-maxage=');
  const text = await response.text();
  expect([address, await parserErrors(page, text)]).toEqual([address, []]);
  return text;
}

const parserErrors = (page: Page, xml: string) =>
  page.evaluate(
    (text) =>
      [...new DOMParser().parseFromString(text, 'application/xml').querySelectorAll('parsererror')].map(
        ({ textContent }) => textContent,
      ),
    xml,
  );

const valuesIn = (text: string, tag: string): string[] =>
  [...text.matchAll(new RegExp(`<${tag}>([^<]*)</${tag}>`, 'g'))].map(([, value = '']) => value);

test('the sitemap lists every page in both languages, and its URLs return 200', async ({
  page,
  request,
  baseURL,
}) => {
  const text = await readXml(page, request, '/sitemap.xml', 'application/xml');
  const addresses = valuesIn(text, 'loc').map((address) => address.replaceAll('&amp;', '&'));
  for (const path of PUBLIC_PAGES.filter((each) => !UNLISTED.includes(each) && !(each in CANONICAL))) {
    for (const language of LANGUAGES) expect(addresses).toContain(baseURL + addressIn(language, path));
  }
  expect(new Set(addresses).size).toBe(addresses.length);
  expect(addresses.length).toBeLessThan(50_000);
  expect(addresses.every((address) => address.startsWith(`${baseURL}/`))).toBe(true);
  // 9 pages, 5 draw times, 3 months, 70 days, 24 articles and 348 results, each in two languages.
  expect(addresses).toHaveLength(2 * (9 + 5 + 3 + 70 + 24 + 348));
  // An odd number, because English and Malayalam addresses alternate.
  for (const address of addresses.filter((_, index) => index % 97 === 0)) {
    expect([address, (await request.get(address, { maxRedirects: 0 })).status()]).toEqual([address, 200]);
  }
  expect(await (await request.get('/robots.txt')).text()).toContain(`Sitemap: ${baseURL}/sitemap.xml`);
});

test('results and news have Atom feeds', async ({ page, request, baseURL }) => {
  expect(await parserErrors(page, '<a>')).toHaveLength(1);
  expect((await headOf(page, request, '/ml/help')).feeds).toEqual([
    `${baseURL}/ml/feeds/results.xml`,
    `${baseURL}/ml/feeds/news.xml`,
  ]);
  const results = await readXml(page, request, '/feeds/results.xml', 'application/atom+xml');
  expect(valuesIn(results, 'id').slice(0, 2)).toEqual([
    `${baseURL}/feeds/results.xml`,
    `${baseURL}/draws/SC151120263`,
  ]);
  expect(valuesIn(results, 'title')[1]).toBe(`${digitsFor(69, 2)} (02:00 PM, 15 November 2026)`);
  expect(valuesIn(results, 'id')).toHaveLength(51);
  const news = await readXml(page, request, '/ml/feeds/news.xml', 'application/atom+xml');
  expect(valuesIn(news, 'title')[1]).toBe('Five draws a day from the first of December');
  expect(news).toContain('&lt;script&gt;alert(&quot;no&quot;)&lt;/script&gt; &amp; more.');
  expect(news).toContain('xml:lang="ml"');
});

test('URLs use the configured origin, not the Host header', async ({ request, baseURL }) => {
  for (const path of ['/', '/draws/SC151120262', '/sitemap.xml', '/robots.txt', '/feeds/results.xml']) {
    const response = await request.get(path, {
      headers: { Host: 'evil.example', 'X-Forwarded-Host': 'evil.example' },
    });
    const text = await response.text();
    expect([path, text.includes('evil.example')]).toEqual([path, false]);
    expect([path, text.includes(baseURL ?? '')]).toEqual([path, true]);
  }
});
