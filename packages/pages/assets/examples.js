// Sends the examples of the documentation from their page, with the token of the reader's own connection. Without this script
// the examples are texts to copy.
const bar = document.querySelector('[data-examples]');
const { token, location: place, ids } = JSON.parse(bar.dataset.examples);

/** An element with its attributes and children. Texts stay texts. */
function element(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

const isSafe = (method) => method === 'GET';
const fieldId = (number, name) => `run-${number}-${name}`;

function labelled(id, label, control) {
  control.id = id;
  return element('div', { class: 'field' }, element('label', { for: id }, label), control);
}

const spelling = { autocomplete: 'off', autocapitalize: 'off', spellcheck: 'false' };

function fieldOf(number, { name, place: part, required }) {
  const input = element('input', { name, 'data-part': part, ...spelling, ...(required && { required: '' }) });
  if (part === 'path') input.value = ids[name] ?? '';
  const label =
    part === 'path' ? element('code', {}, name) : element('span', {}, element('code', {}, name), ', optional');
  return labelled(fieldId(number, name), label, input);
}

function bodyOf(number, { body }) {
  if (body === undefined) return [];
  const text = element('textarea', {
    name: 'body',
    wrap: 'off',
    rows: Math.min(18, body.split('\n').length + 1),
    ...spelling,
  });
  text.value = body;
  return [labelled(fieldId(number, 'body'), 'Body, in JSON', text)];
}

/** The address that the fields give. An empty field of the query is left out. */
function addressOf({ path }, form) {
  const query = new URLSearchParams();
  let filled = path;
  for (const { name, value, dataset } of form.querySelectorAll('[data-part]')) {
    if (dataset.part === 'path') filled = filled.replace(`{${name}}`, encodeURIComponent(value));
    else if (value !== '') query.append(name, value);
  }
  return query.size === 0 ? filled : `${filled}?${query}`;
}

const shownHeaders = /^(?:x-request-id|x-cursor-next|ignored-fields|idempotent-replayed|retry-after|ratelimit)$/;

function prettyText(text) {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

/** The hub's own page about an error; nothing for an address elsewhere. */
function errorLink(text) {
  try {
    const { code, documentation_url } = JSON.parse(text);
    const { pathname, hash } = new URL(documentation_url, location);
    if (!pathname.startsWith('/docs')) return [];
    return [element('p', {}, 'About this error: ', element('a', { href: pathname + hash }, code))];
  } catch {
    return [];
  }
}

function shownResponse(response, text, milliseconds) {
  const tone = response.ok ? 'good' : 'bad';
  const headers = [...response.headers].filter(([name]) => shownHeaders.test(name));
  const lines = headers.map(([name, value]) => `${name}: ${value}`).join('\n');
  const shown = [
    element(
      'p',
      {},
      element('span', { class: `tag ${tone}` }, `${response.status} ${response.statusText}`.trim()),
      ` in ${milliseconds} ms`,
    ),
    ...(response.ok ? [] : errorLink(text)),
  ];
  if (lines !== '') shown.push(element('pre', { tabindex: '0', role: 'region', 'aria-label': 'Headers' }, lines));
  if (text !== '') {
    shown.push(element('pre', { tabindex: '0', role: 'region', 'aria-label': 'Body' }, prettyText(text)));
  }
  return shown;
}

async function send(request, form, output) {
  const started = performance.now();
  const button = form.querySelector('button');
  const { method, type } = request;
  const body = form.elements.namedItem('body');
  button.disabled = true;
  try {
    const response = await fetch(addressOf(request, form), {
      method,
      headers: { 'X-Access-Token': token, ...(body && { 'Content-Type': type }) },
      ...(body && { body: body.value }),
      // The token alone says who asks.
      credentials: 'omit',
      cache: 'no-store',
    });
    const text = await response.text();
    output.replaceChildren(...shownResponse(response, text, Math.round(performance.now() - started)));
  } catch {
    output.replaceChildren(element('p', { class: 'fault' }, 'The hub did not answer. Please try again'));
  } finally {
    button.disabled = false;
    button.focus();
  }
}

/** Asks before the first change of each operation. */
function confirmed({ summary, method, path }) {
  const yes = element('button', { class: 'primary', value: 'yes' }, 'Run it');
  const dialog = element(
    'dialog',
    { 'aria-labelledby': 'run-question' },
    element(
      'form',
      { method: 'dialog' },
      element('h2', { id: 'run-question' }, `${summary} in `, element('bdi', {}, place), '?'),
      element(
        'p',
        {},
        'This is no test: it sends ',
        element('code', {}, `${method} ${path}`),
        ', and the change is real.',
      ),
      element('p', { class: 'actions' }, yes, element('button', { value: 'no' }, 'Cancel')),
    ),
  );
  document.body.append(dialog);
  dialog.showModal();
  return new Promise((resolve) => {
    dialog.addEventListener('close', () => {
      dialog.remove();
      resolve(dialog.returnValue === 'yes');
    });
  });
}

function panelOf(request, number) {
  const { summary, method, path, fields } = request;
  const output = element('div', { role: 'status' });
  const form = element(
    'form',
    { 'aria-label': `Run: ${summary}` },
    element('p', {}, element('code', {}, `${method} ${path}`)),
    ...fields.map((field) => fieldOf(number, field)),
    ...bodyOf(number, request),
    element('p', { class: 'actions' }, element('button', { class: 'primary' }, 'Run')),
  );
  let mayChange = isSafe(method);
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    mayChange ||= await confirmed(request);
    if (mayChange) await send(request, form, output);
  });
  return [form, output];
}

document.querySelectorAll('[data-request]').forEach((part, number) => {
  const request = JSON.parse(part.dataset.request);
  const details = element(
    'details',
    { class: 'example' },
    element('summary', {}, 'Run it in ', element('bdi', {}, place)),
  );
  // Made when it is opened: a page may have thirty of them.
  details.addEventListener('toggle', () => details.append(element('div', {}, ...panelOf(request, number))), {
    once: true,
  });
  part.append(details);
});
