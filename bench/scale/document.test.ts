import { expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { inProject } from '../../scripts/project.mjs';
import { readCosts, type Stored } from './costs.ts';
import { writePlan, writeScale } from './document.ts';
import { limitsOf, planFor } from './plan.ts';

const stored: Stored = JSON.parse(readFileSync(inProject('docs/performance.json'), 'utf8'));

test('docs/scale.md has the tables of the stored measurements', () => {
  const document = readFileSync(inProject('docs/scale.md'), 'utf8');
  for (const table of Object.values(writePlan(readCosts(stored)))) expect(document).toContain(table);
});

test('nothing is written, and no cost is guessed, without measurements', () => {
  const { nodes: _, ...others } = stored;
  expect(writeScale(others)).toBeNull();
  expect(() => readCosts(others)).toThrow('nodes has not measured');
});

test('ten times as many viewers need ten times as much, and the limits are in the order in which they are reached', () => {
  const costs = readCosts(stored);
  const [few, many] = [planFor(1_600_000, costs), planFor(16_000_000, costs)];
  expect(many.nodes).toBe(10 * few.nodes);
  expect(many.connections).toBeCloseTo(10 * few.connections);
  expect(many.messages).toBeCloseTo(10 * few.messages);
  expect(many.nodeMemory).toBeCloseTo(few.nodeMemory);
  const viewers = limitsOf(costs).map((limit) => limit.viewers);
  expect(viewers).toEqual(viewers.toSorted((a, b) => a - b));
});
