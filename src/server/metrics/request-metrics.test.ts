import { expect, test } from 'bun:test';
import { Registry } from 'prom-client';
import { createRequestMetrics } from './request-metrics.ts';

test('counts all unknown methods as one', async () => {
  const registry = new Registry();
  const count = createRequestMetrics(registry);
  for (let index = 0; index < 1_000; index += 1) count('other', `METHOD-${index}`, 405, 0.001);
  count('/', 'GET', 200, 0.001);
  const text = await registry.getSingleMetricAsString('swarna_requests_total');
  expect(text.split('\n').filter((line) => !line.startsWith('#'))).toEqual([
    'swarna_requests_total{route="other",method="other",status="405"} 1000',
    'swarna_requests_total{route="/",method="GET",status="200"} 1',
  ]);
});

test('counts a response in every bucket with a bound of at least its time', async () => {
  const registry = new Registry();
  const count = createRequestMetrics(registry);
  for (const seconds of [0.0004, 0.001, 0.3, 60]) count('/', 'GET', 200, seconds);
  const text = await registry.getSingleMetricAsString('swarna_request_duration_seconds');
  const readValue = (name: string, le?: string) => {
    const labels = le === undefined ? 'route="/"' : `le="${le}",route="/"`;
    return Number(text.split(`swarna_request_duration_seconds_${name}{${labels}} `)[1]?.split('\n')[0]);
  };
  expect(['0.0005', '0.001', '0.25', '0.5', '10', '+Inf'].map((le) => readValue('bucket', le))).toEqual([
    1, 2, 2, 3, 3, 4,
  ]);
  expect(readValue('count')).toBe(4);
  expect(readValue('sum')).toBeCloseTo(60.3014);
});

test('keeps registries separate', async () => {
  const [one, other] = [new Registry(), new Registry()];
  createRequestMetrics(one)('/', 'GET', 200, 0.001);
  createRequestMetrics(other);
  expect(await other.getSingleMetricAsString('swarna_requests_total')).not.toContain('{');
});
