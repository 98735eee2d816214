/** Sends the forms of the API page with `fetch` and shows the responses below them. */

const MOST_SHOWN = 20_000;

for (const form of document.querySelectorAll('form.try')) {
  if (form instanceof HTMLFormElement) form.addEventListener('submit', (event) => tryCall(event, form));
}

/**
 * @param {SubmitEvent} event
 * @param {HTMLFormElement} form
 */
async function tryCall(event, form) {
  event.preventDefault();
  const output = form.querySelector('output');
  if (!output) return;
  const address = addressOf(form);
  // The keyboard scrolls only what can have the focus.
  output.tabIndex = 0;
  output.textContent = `GET ${address} …`;
  try {
    output.textContent = `GET ${address}\n${await fetchText(address)}`;
  } catch {
    output.textContent = `GET ${address}\nThe server could not be reached.`;
  }
}

/**
 * Puts path parameters into the path and the others into the query; skips empty values.
 * @param {HTMLFormElement} form
 */
function addressOf(form) {
  let path = form.getAttribute('action') ?? '';
  const query = new URLSearchParams();
  for (const input of form.querySelectorAll('input')) {
    if (input.value === '') continue;
    if (input.dataset['in'] === 'path')
      path = path.replace(`{${input.name}}`, input.value.split('/').map(encodeURIComponent).join('/'));
    else query.set(input.name, input.value);
  }
  return query.size === 0 ? path : `${path}?${query}`;
}

/** @param {string} address */
async function fetchText(address) {
  const response = await fetch(address);
  const head = `${response.status} ${response.headers.get('Content-Type') ?? ''}\n\n`;
  if (response.headers.get('Content-Type')?.startsWith('text/event-stream')) {
    return head + (await readFirstEvents(response));
  }
  const text = await response.text();
  return head + shorten(response.headers.get('Content-Type')?.includes('json') ? indent(text) : text);
}

/** @param {string} text */
const indent = (text) => JSON.stringify(JSON.parse(text), null, 2);

/** @param {string} text */
const shorten = (text) => (text.length > MOST_SHOWN ? `${text.slice(0, MOST_SHOWN)}\n…` : text);

/**
 * Reads only the first chunk, because a stream does not end.
 * @param {Response} response
 */
async function readFirstEvents(response) {
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  const first = await reader?.read();
  await reader?.cancel();
  return first?.value ?? '';
}
