/** Lets calls be tried on the spot: sends the form by fetch and shows the answer beneath it. */

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
  output.textContent = `GET ${address} …`;
  try {
    output.textContent = `GET ${address}\n${await fetchText(address)}`;
  } catch {
    output.textContent = `GET ${address}\nThe server could not be reached.`;
  }
}

/**
 * Values named in the address take their place there, the others follow as a query; what is empty is left out.
 * @param {HTMLFormElement} form
 */
function addressOf(form) {
  let path = form.getAttribute('action') ?? '';
  const query = new URLSearchParams();
  for (const input of form.querySelectorAll('input')) {
    if (input.value === '') continue;
    if (input.dataset['in'] === 'path')
      path = path.replace(`{${input.name}}`, encodeURIComponent(input.value));
    else query.set(input.name, input.value);
  }
  return query.size === 0 ? path : `${path}?${query}`;
}

/** @param {string} address */
async function fetchText(address) {
  const answer = await fetch(address);
  const head = `${answer.status} ${answer.headers.get('Content-Type') ?? ''}\n\n`;
  if (answer.headers.get('Content-Type')?.startsWith('text/event-stream')) {
    return head + (await readFirstEvents(answer));
  }
  const text = await answer.text();
  return head + shorten(answer.headers.get('Content-Type')?.includes('json') ? indent(text) : text);
}

/** @param {string} text */
const indent = (text) => JSON.stringify(JSON.parse(text), null, 2);

/** @param {string} text */
const shorten = (text) => (text.length > MOST_SHOWN ? `${text.slice(0, MOST_SHOWN)}\n…` : text);

/**
 * A stream never ends, so its beginning must do.
 * @param {Response} answer
 */
async function readFirstEvents(answer) {
  const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader();
  const first = await reader?.read();
  await reader?.cancel();
  return first?.value ?? '';
}
