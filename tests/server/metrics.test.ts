/** The metrics of a real server: correct, limited in number, and without personal data. */
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test';
import { findFreePort } from '../../scripts/free-port.mjs';
import { SECOND } from '../../src/core/ist-time.ts';
import { drawInstant } from '../../src/core/phase.ts';
import { sendContact, stopNodesAfterEach } from '../faults/postgres-nodes.ts';
import { listenTo } from '../support/live-client.ts';
import { sendRaw } from '../support/raw-http.ts';
import { type ApiSite, openApiSite } from './api-site.ts';
import { METRICS, metricsUrlOf, scrape, scrapeText, scrapeUntil } from './metrics-site.ts';

stopNodesAfterEach();

setDefaultTimeout(90_000);

const TODAY = '2026-11-15';
const PUBLICATIONS = 'swarna_publications_total';

describe('values', () => {
  let site: ApiSite;
  beforeAll(async () => {
    site = await openApiSite({
      ...METRICS,
      // Nobody listens there.
      SMTP_URL: `smtp://127.0.0.1:${await findFreePort()}`,
      CLOCK_START: new Date(drawInstant(TODAY, '12:00')).toISOString(),
    });
  });
  afterAll(() => site.stop());
  const read = () => scrape(site.server);

  test('requests by route, method and status, and their duration', async () => {
    const route = '/api/draws/:drawNo';
    const series = `swarna_requests_total{method="GET",route="${route}",status="404"}`;
    const before = (await read()).series.get(series) ?? 0;
    for (let sent = 0; sent < 3; sent += 1) await site.anonymous('GET', `/api/draws/UNKNOWN-${sent}`);
    const after = await read();
    expect(after.value(series)).toBe(before + 3);
    expect(after.value(`swarna_request_duration_seconds_count{route="${route}"}`)).toBe(before + 3);
    expect(after.value(`swarna_request_duration_seconds_sum{route="${route}"}`)).toBeGreaterThan(0);
    const buckets = [...after.series].filter(
      ([name]) => name.startsWith('swarna_request_duration_seconds_bucket') && name.includes(route),
    );
    const bounds = buckets.map(([name]) => Number(/le="([\d.]+)"/.exec(name)?.[1] ?? Infinity));
    expect(bounds).toEqual([
      0.0005,
      0.001,
      0.0025,
      0.005,
      0.01,
      0.025,
      0.05,
      0.1,
      0.25,
      0.5,
      1,
      2.5,
      5,
      10,
      Infinity,
    ]);
    const counts = buckets.map(([, count]) => count);
    expect(counts).toEqual(counts.toSorted((a, b) => a - b));
    expect(counts.at(-1)).toBe(before + 3);
  });

  test('pages have one route for both languages and for their data', async () => {
    for (const path of ['/results', '/ml/results', '/results.data', '/ml/results.data']) {
      await site.anonymous('GET', path);
    }
    const found = await read();
    expect(found.value('swarna_requests_total{method="GET",route="/results",status="200"}')).toBe(4);
    const count = 'swarna_requests_total{method="GET",route="/",status="200"}';
    const before = found.series.has(count) ? found.value(count) : 0;
    for (const path of ['/', '/ml', '/_.data', '/ml.data']) await site.anonymous('GET', path);
    expect((await read()).value(count)).toBe(before + 4);
    await site.anonymous('GET', '/admin/login');
    expect((await read()).value('swarna_requests_total{method="GET",route="page",status="200"}')).toBe(1);
  });

  test('streams', async () => {
    const before = await read();
    const stream = await listenTo(`${site.server.url}/api/live`);
    await stream.waitFor(({ event }) => event === 'hello');
    const during = await read();
    expect(during.value('swarna_streams_open{audience="public"}')).toBe(1);
    expect(during.value('swarna_streams_opened_total{audience="public"}')).toBe(
      before.value('swarna_streams_opened_total{audience="public"}') + 1,
    );
    expect(during.value('swarna_request_duration_seconds_count{route="/api/live"}')).toBe(1);
    stream.close();
    await scrapeUntil(site.server, (found) => found.value('swarna_streams_open{audience="public"}') === 0);
  });

  test('refused streams by reason', async () => {
    const series = 'swarna_streams_refused_total{audience="admin",reason="source"}';
    expect((await read()).value(series)).toBe(0);
    const responses = await Promise.all(
      Array.from({ length: 24 }, () => site.admin('GET', '/api/admin/live')),
    );
    const refused = responses.filter(({ status }) => status === 503).length;
    expect(refused).toBeGreaterThan(0);
    expect((await read()).value(series)).toBe(refused);
    for (const { body } of responses) await body?.cancel();
  });

  test('the cache', async () => {
    const before = await read();
    await site.anonymous('GET', '/api/faqs?limit=7');
    await site.anonymous('GET', '/robots.txt');
    await site.anonymous('GET', '/robots.txt');
    const after = await read();
    expect(after.value('swarna_response_cache_misses_total')).toBeGreaterThan(
      before.value('swarna_response_cache_misses_total'),
    );
    expect(after.value('swarna_response_cache_hits_total')).toBeGreaterThan(
      before.value('swarna_response_cache_hits_total'),
    );
    expect(after.value('swarna_response_cache_entries')).toBeGreaterThan(0);
    expect(after.value('swarna_response_cache_bytes')).toBeGreaterThan(0);
  });

  test('overdue results and publications', async () => {
    // At noon the first slot is overdue, and automation creates no drafts for a day that had draws.
    const { items } = await (await site.admin('GET', `/api/admin/draws?date=${TODAY}`)).json();
    for (const { id } of items) await site.admin('DELETE', `/api/admin/draws/${id}`);
    await scrapeUntil(site.server, (found) => found.value('swarna_results_overdue') > 0);
    const before = await read();
    expect(before.value('swarna_result_overdue_seconds')).toBeGreaterThan(0);
    expect((await site.admin('POST', '/api/admin/drafts')).status).toBeLessThan(300);
    const after = await scrapeUntil(site.server, (found) => found.value('swarna_results_overdue') === 0);
    const published = after.value(PUBLICATIONS) - before.value(PUBLICATIONS);
    expect(published).toBeGreaterThan(0);
    expect(after.value('swarna_publication_lateness_seconds_count')).toBe(after.value(PUBLICATIONS));
    expect(after.value('swarna_publication_lateness_seconds_sum')).toBeGreaterThan(0);
  });

  test('failing mails', async () => {
    expect((await sendContact(site.server, '10.0.0.1')).status).toBe(201);
    const found = await scrapeUntil(site.server, (later) => later.value('swarna_mail_failures_total') > 0);
    expect(found.value('swarna_mails_given_up_total')).toBe(0);
    await scrapeUntil(site.server, (later) => later.value('swarna_mails_waiting') > 0);
    const aged = await scrapeUntil(site.server, (later) => later.value('swarna_oldest_mail_age_seconds') > 0);
    // The mail was sent in this test, which ends within the timeout of 90 s.
    expect(aged.value('swarna_oldest_mail_age_seconds')).toBeLessThan(90);
  });

  test('backups', async () => {
    expect((await read()).value('swarna_last_backup_timestamp_seconds')).toBe(0);
    expect((await site.admin('POST', '/api/admin/backups')).status).toBe(202);
    const found = await scrapeUntil(
      site.server,
      (later) => later.value('swarna_last_backup_timestamp_seconds') > 0,
    );
    expect(found.value('swarna_last_backup_timestamp_seconds')).toBeGreaterThan(Date.parse(TODAY) / SECOND);
    expect(found.value('swarna_backups_verified_total')).toBe(1);
    expect(found.value('swarna_backups_failed_total')).toBe(0);
  });

  test('the process', async () => {
    // Each scrape starts a new measurement of the event loop.
    const found = await scrapeUntil(
      site.server,
      (later) => later.value('swarna_nodejs_eventloop_lag_max_seconds') > 0,
    );
    expect(found.value('swarna_process_resident_memory_bytes')).toBeGreaterThan(1_000_000);
    expect(found.value('swarna_process_cpu_seconds_total')).toBeGreaterThan(0);
    expect(found.value('swarna_process_open_fds')).toBeGreaterThan(0);
    expect(
      [...found.series.keys()].filter((key) => key.startsWith('swarna_build_info{version="')),
    ).toHaveLength(1);
  });

  test('every name begins with swarna_', async () => {
    for (const name of (await read()).types.keys()) expect(name).toMatch(/^swarna_[a-z0-9_]+$/);
  });

  test('unknown paths, methods and queries add no series', async () => {
    const requestsWith = (seed: string) => [
      { target: `/${seed}` },
      { target: `/api/${seed}` },
      { target: `/api/draws/${seed}` },
      { target: `/api/draws?q=${seed}` },
      { target: `/draws/${seed}` },
      { target: `/ml/${seed}.data` },
      { target: `/admin/${seed}` },
      { target: `/assets/${seed}.js` },
      { target: `/${seed}//x` },
      { target: `/api/admin/users/${seed}/sessions/${seed}` },
      { target: `/${seed}`, method: 'POST' },
      { target: '/api/today', method: seed.toUpperCase() },
      { target: '/', method: `M${seed.toUpperCase()}` },
    ];
    for (const seed of ['alpha', 'beta']) {
      for (const request of requestsWith(seed)) await sendRaw(site.server.url, request);
    }
    const before = new Set((await read()).series.keys());
    for (const round of 'ab') {
      const seeds = [...'abc'].map((letter) => `zzq${letter}${round}`);
      await Promise.all(
        seeds.flatMap((seed) => requestsWith(seed).map((request) => sendRaw(site.server.url, request))),
      );
    }
    const after = new Set((await read()).series.keys());
    expect([...after].filter((series) => !before.has(series))).toEqual([]);
  });

  test('the metrics contain no addresses, accounts or search terms', async () => {
    const scraped = await scrapeText(site.server);
    for (const text of ['example.org', '127.0.0.1', '10.0.0.1', 'zzq', 'alpha', 'UNKNOWN', 'SC15']) {
      expect(scraped.includes(text) && text).toBe(false);
    }
  });

  test('the metrics port serves only /metrics', async () => {
    const url = metricsUrlOf(site.server);
    expect(new URL(url).hostname).toBe('127.0.0.1');
    const response = await fetch(url);
    expect(response.headers.get('Content-Type')).toStartWith('text/plain; version=0.0.4');
    expect((await fetch(url, { method: 'HEAD' })).status).toBe(200);
    expect((await fetch(url, { method: 'POST' })).status).toBe(404);
    for (const path of ['/', '/metrics/', '/api/today', '/metrics/x']) {
      expect((await fetch(new URL(path, url))).status).toBe(404);
    }
    expect((await site.anonymous('GET', '/metrics')).status).toBe(404);
  });

  test.each(['[::', 'a b', 'x:99999', 'evil/metrics?'])(
    'a request with the host %p gets its status, and nothing is logged',
    async (host) => {
      const printedBefore = site.server.output();
      for (const [target, status] of [
        ['/metrics', 200],
        ['/other', 404],
      ] as const) {
        expect((await sendRaw(metricsUrlOf(site.server), { target, host })).status).toBe(status);
      }
      expect(site.server.output()).toBe(printedBefore);
    },
  );
});
