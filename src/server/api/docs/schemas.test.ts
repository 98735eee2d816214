import { expect, test } from 'bun:test';
import { type Schema, schemasSection, typeOf } from './schemas.ts';

test.each<[Schema | undefined, string]>([
  [undefined, 'anything'],
  [{ $ref: '#/components/schemas/Draw' }, '<a href="#shape-Draw">Draw</a>'],
  [{ enum: ['10:00', '12:00'] }, '"10:00" | "12:00"'],
  [{ anyOf: [{ type: 'string' }, { type: 'null' }] }, 'string | null'],
  [{ type: 'array', items: { type: 'integer' } }, 'list of integer'],
  [{ type: 'string' }, 'string'],
  [{ type: ['string', 'null'], maxLength: 5 }, 'string | null (at most 5 characters)'],
  [{ type: 'string', format: 'date', pattern: '^2' }, 'string (date, ^2)'],
  [{ type: 'integer', minimum: 1, maximum: 9, default: 3 }, 'integer (1 to 9, default 3)'],
  [{ type: 'integer', minimum: 0 }, 'integer (at least 0)'],
])('the type of %j is %s', (schema, text) => {
  expect(String(typeOf(schema))).toBe(text);
});

test('a field that is not required has a question mark, and its description follows the type', () => {
  const page = String(
    schemasSection({
      Draw: {
        type: 'object',
        required: ['slot'],
        properties: { slot: { type: 'string', description: 'One of `five`.' }, note: { type: 'string' } },
      },
    }),
  );
  expect(page).toContain('<code>slot</code>');
  expect(page).toContain('<code>note?</code>');
  expect(page).toContain('string<br /><small>One of <code>five</code>.</small>');
  expect(page.match(/<small>/g)).toHaveLength(1);
});
