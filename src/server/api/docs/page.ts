/** Renders the page at /api/docs, which works without scripts and loads nothing from other hosts. */
import { html } from 'hono/html';
import { PRODUCT_NAME } from '../../../core/branding.ts';
import { type ApiDocument, type Method, type Operation, operationsOf } from './document.ts';
import { fieldsTable, type Schema, schemasSection, typeOf, withCode } from './schemas.ts';

type Html = ReturnType<typeof html>;

interface Call {
  path: string;
  method: Method;
  operation: Operation;
}

export async function renderDocs(document: ApiDocument): Promise<string> {
  const groups = Map.groupBy(operationsOf(document), ({ operation }) => operation.tags?.[0] ?? 'Other');
  const page = await html`<!doctype html>
<html lang="en">
<head>
  <meta charset="utf-8" />
  <meta name="viewport" content="width=device-width, initial-scale=1" />
  <meta name="color-scheme" content="light dark" />
  <title>API · ${PRODUCT_NAME}</title>
  <link rel="icon" href="/favicon.svg" />
  <link rel="stylesheet" href="/api/docs/docs.css" />
  <script type="module" src="/api/docs/try-it.js"></script>
</head>
<body>
  <header>
    <p><a href="/">${PRODUCT_NAME}</a></p>
    <h1>${document.info.title}</h1>
    <p>${withCode(document.info.description ?? '')} A name with <code>?</code> may be left out.</p>
    <p><a href="/api/openapi.json">The OpenAPI 3.1 document</a></p>
    <nav aria-label="Areas">
      <ul>
        ${[...groups.keys()].map((name) => html`<li><a href="#${anchorOf(name)}">${name}</a></li>`)}
        <li><a href="#shapes">Schemas</a></li>
      </ul>
    </nav>
  </header>
  <main>
    ${[...groups].map(
      ([name, calls]) => html`
        <section aria-labelledby="${anchorOf(name)}">
          <h2 id="${anchorOf(name)}">${name}</h2>
          ${calls.map(describeCall)}
        </section>`,
    )}
    ${schemasSection(document.components?.schemas ?? {})}
  </main>
</body>
</html>
`;
  return String(page);
}

const anchorOf = (name: string): string => name.toLowerCase().replace(/\W+/g, '-');

function describeCall({ path, method, operation }: Call): Html {
  const isForStaff = (operation.security?.length ?? 0) > 0;
  return html`
    <details class="call" id="${operation.operationId}">
      <summary>
        <code class="method ${method}">${method.toUpperCase()}</code>
        <code class="path">${path}</code>
        <span>${operation.summary}</span>
        ${isForStaff && html`<span class="staff">staff</span>`}
      </summary>
      ${operation.description && html`<p>${withCode(operation.description)}</p>`}
      ${parametersOf(operation, `${method.toUpperCase()} ${path}`)}
      ${bodyOf(operation)}
      <h3>Responses</h3>
      <dl>${Object.entries(operation.responses ?? {}).map(([status, response]) => describeResponse(status, response))}</dl>
      ${method === 'get' && tryForm(path, operation)}
    </details>`;
}

interface Parameter {
  name: string;
  in: string;
  required: boolean;
  schema: Schema | undefined;
  description: string;
}

const readParameters = (operation: Operation): Parameter[] =>
  (operation.parameters ?? []).flatMap((parameter) =>
    '$ref' in parameter
      ? []
      : [
          {
            name: parameter.name,
            in: parameter.in,
            required: parameter.required ?? false,
            schema: parameter.schema,
            description: parameter.description ?? '',
          },
        ],
  );

function parametersOf(operation: Operation, call: string): Html | '' {
  const parameters = readParameters(operation);
  if (parameters.length === 0) return '';
  return html`
    <h3>Parameters</h3>
    ${fieldsTable(
      `Parameters of ${call}`,
      parameters.map(({ name, in: place, required, schema, description }) => ({
        name,
        type: html`${typeOf(schema)} <small>in the ${place}</small>`,
        isRequired: required,
        remark: description,
      })),
    )}`;
}

type Content = Record<string, { schema?: Schema }>;

function bodyOf({ requestBody }: Operation): Html | '' {
  if (!requestBody || '$ref' in requestBody) return '';
  return html`<h3>Body</h3><p>${contentOf(requestBody.content)}</p>`;
}

function describeResponse(status: string, response: { description: string; content?: Content }): Html {
  return html`
    <dt><code>${status}</code></dt>
    <dd>${withCode(response.description)}${response.content && html`<br />${contentOf(response.content)}`}</dd>`;
}

const contentOf = (content: Content): Html =>
  html`${Object.entries(content).map(
    ([type, { schema }]) => html`<small><code>${type}</code> ${typeOf(schema)}</small>`,
  )}`;

/** Without scripts the browser submits the form; only path parameters need the script. */
function tryForm(path: string, operation: Operation): Html {
  const fields = readParameters(operation).filter(({ in: place }) => place !== 'header');
  return html`
    <form class="try" action="${path}" method="get" aria-label="Try ${path}">
      ${fields.map(
        ({ name, in: place, required }) => html`
          <label>${name} <input name="${name}" data-in="${place}" ${required && 'required'} autocomplete="off" /></label>`,
      )}
      <button>Try it</button>
      <output></output>
    </form>`;
}
