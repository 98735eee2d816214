/** Renders the schemas of the OpenAPI document. */
import { html } from 'hono/html';
import type { ApiDocument } from './document.ts';

type Html = ReturnType<typeof html>;
type Schemas = NonNullable<NonNullable<ApiDocument['components']>['schemas']>;
export type Schema = Schemas[string];

/** The type of a value: a link to a named schema, the allowed values, or the JSON type. */
export function typeOf(schema: Schema | undefined): Html | string {
  if (!schema) return 'anything';
  if ('$ref' in schema) return linkTo(schema.$ref.split('/').at(-1) ?? '');
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ');
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices)
    return html`${choices.map((choice, index) => html`${index > 0 ? ' | ' : ''}${typeOf(choice)}`)}`;
  if (schema.items) return html`list of ${typeOf(schema.items)}`;
  return [schema.type ?? 'anything'].flat().join(' | ') + detailsOf(schema);
}

const linkTo = (name: string): Html => html`<a href="#shape-${name}">${name}</a>`;

function detailsOf({
  format,
  pattern,
  minimum,
  maximum,
  maxLength,
  default: preset,
}: Exclude<Schema, { $ref: string }>) {
  const range = minimum !== undefined && maximum !== undefined ? `${minimum} to ${maximum}` : undefined;
  const details = [
    format,
    pattern,
    range ?? (minimum === undefined ? undefined : `at least ${minimum}`),
    maxLength === undefined ? undefined : `at most ${maxLength} characters`,
    preset === undefined ? undefined : `default ${JSON.stringify(preset)}`,
  ].filter((detail) => detail !== undefined);
  return details.length === 0 ? '' : ` (${details.join(', ')})`;
}

/**
 * All named schemas with their fields. The id is inside `details`, so that a link to it opens the element; it begins with
 * `shape` because links from elsewhere do.
 */
export const schemasSection = (schemas: Schemas): Html => html`
  <section aria-labelledby="shapes">
    <h2 id="shapes">Schemas</h2>
    ${Object.entries(schemas).map(
      ([name, schema]) => html`
        <details class="schema">
          <summary><code class="path">${name}</code></summary>
          <div id="shape-${name}">${schemaBody(name, schema)}</div>
        </details>`,
    )}
  </section>`;

function schemaBody(schemaName: string, schema: Schema): Html {
  if ('$ref' in schema || !schema.properties) return html`<p>${typeOf(schema)}</p>`;
  return fieldsTable(
    `Fields of ${schemaName}`,
    Object.entries(schema.properties).map(([name, field]) => ({
      name,
      type: typeOf(field),
      isRequired: schema.required?.includes(name) ?? false,
      remark: 'description' in field ? (field.description ?? '') : '',
    })),
  );
}

export interface Field {
  name: string;
  type: Html | string;
  isRequired: boolean;
  remark: string;
}

export const fieldsTable = (label: string, fields: readonly Field[]): Html => html`
  <div class="scroll" tabindex="0" role="region" aria-label="${label}">
    <table>
      <thead><tr><th scope="col">Name</th><th scope="col">Value</th></tr></thead>
      <tbody>
        ${fields.map(
          ({ name, type, isRequired, remark }) => html`
            <tr>
              <th scope="row"><code>${name}${isRequired ? '' : '?'}</code></th>
              <td>${type}${remark && html`<br /><small>${withCode(remark)}</small>`}</td>
            </tr>`,
        )}
      </tbody>
    </table>
  </div>`;

/** Renders text between backticks as code. */
export const withCode = (text: string): Html =>
  html`${text.split('`').map((part, index) => (index % 2 === 0 ? part : html`<code>${part}</code>`))}`;
