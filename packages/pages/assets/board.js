// Keeps the order board live, rings for new orders, and sends forms without leaving the page. Without this script the page reloads.
const board = document.querySelector('[data-board]');
const state = document.querySelector('[data-board-state]');
const sound = document.querySelector('[data-board-sound]');
const print = document.querySelector('[data-print]');
const againMs = 5_000;
// The server says every five seconds that it is still there.
const silentMs = 12_000;
const ringEveryMs = 20_000;
const sendMs = 15_000;
const title = document.title;
const tab = Math.random().toString(36).slice(2);

let stream;
let timer;
let heardAt = Date.now();
let audio;
let rungAt = 0;
let isAsking = false;

const say = (name, tone) => {
  const text = state.dataset[name];
  const tag = state.querySelector('.tag');
  if (tag.textContent === text) return;
  tag.textContent = text;
  tag.className = `tag ${tone}`;
  state.classList.toggle('lost', tone === 'bad');
};

// Forms of the stream are made for many viewers: each page has its own token.
function fillTokens(root) {
  for (const field of root.querySelectorAll('input[name="form_token"]')) field.value = board.dataset.formToken;
}

// What was sent of each element, to tell whether it has changed.
const sent = new WeakMap();
const blank = (html) => html.replaceAll(`value="${board.dataset.formToken}"`, 'value=""');
const htmlOf = (node) => sent.get(node) ?? blank(node.outerHTML);
const keyOf = (node) => node.dataset.order ?? `${node.localName} ${node.className}`;

// What somebody is writing stays, unless it cannot be sent any more.
function keepInput(before, after) {
  for (const old of before.querySelectorAll('details[data-keep]')) {
    const fresh = after.querySelector(`details[data-keep="${old.dataset.keep}"]`);
    if (!fresh) continue;
    fresh.open = old.open;
    const [from, to] = [old.querySelector('input[name="reason"]'), fresh.querySelector('input[name="reason"]')];
    if (!from || !to) continue;
    to.value = from.value;
    if (document.activeElement === from) requestAnimationFrame(() => to.focus());
  }
}

// How far the clock of this device is ahead of the server's.
const aheadMs = board ? Date.now() - Date.parse(board.dataset.now) : 0;

const hasPassed = (time) => Date.parse(time) <= Date.now() - aheadMs;

// Changes a card without losing what was sent of it: the next update compares with that.
function setHidden(node, hidden) {
  const card = node.closest('[data-order]');
  sent.set(card, htmlOf(card));
  node.hidden = hidden;
}

// No event comes when time passes. The card of an order that is not ready has a hidden tag, with the time from which on it is late;
// a button that promises a time goes when that has passed.
function followTime() {
  for (const tag of board.querySelectorAll('[data-late-from][hidden]'))
    if (hasPassed(tag.dataset.lateFrom)) setHidden(tag, false);
  for (const button of board.querySelectorAll('[data-until]:not([hidden])'))
    if (hasPassed(button.dataset.until)) setHidden(button, true);
}

function update(parent, fresh) {
  const known = new Map([...parent.children].map((node) => [keyOf(node), node]));
  const wanted = [...fresh.children].map((node) => {
    const html = blank(node.outerHTML);
    const old = known.get(keyOf(node));
    if (old && htmlOf(old) === html) return old;
    sent.set(node, html);
    fillTokens(node);
    if (old) keepInput(old, node);
    return node;
  });
  for (const node of [...parent.children]) if (!wanted.includes(node)) node.remove();
  wanted.forEach((node, at) => {
    if (parent.children[at] !== node) parent.insertBefore(node, parent.children[at] ?? null);
  });
}

const sectionsOf = (root) => [...root.children].filter((node) => node.matches('section.column'));

// Our own server rendered and escaped it.
function show(html) {
  const fresh = document.createElement('template');
  fresh.innerHTML = html;
  const columns = sectionsOf(fresh.content);
  sectionsOf(board).forEach((section, at) => update(section, columns[at]));
  for (const column of columns) column.remove();
  for (const node of [...board.children]) if (!node.matches('section.column')) node.remove();
  board.append(fresh.content);
  followTime();
  look();
}

const unanswered = () => [...board.querySelectorAll('.column.new [data-order]')].map(({ dataset }) => dataset.order);
const seen = new Set(board ? unanswered() : []);

function look() {
  const ids = unanswered();
  if (ids.some((id) => !seen.has(id))) ring();
  for (const id of ids) seen.add(id);
}

function tone(at, hertz) {
  const [oscillator, gain] = [audio.createOscillator(), audio.createGain()];
  oscillator.frequency.value = hertz;
  gain.gain.setValueAtTime(0.4, at);
  gain.gain.exponentialRampToValueAtTime(0.001, at + 0.5);
  oscillator.connect(gain).connect(audio.destination);
  oscillator.start(at);
  oscillator.stop(at + 0.5);
}

function ring() {
  rungAt = Date.now();
  board.dataset.rung = String(Number(board.dataset.rung ?? 0) + 1);
  if (audio?.state !== 'running') return;
  for (const [at, hertz] of [
    [0, 880],
    [0.25, 1_175],
    [0.5, 880],
  ])
    tone(audio.currentTime + at, hertz);
}

function remind() {
  const { length } = unanswered();
  const isOn = length > 0 && document.title === title;
  document.title = isOn ? `(${length}) ${state.dataset.newOrder}` : title;
  if (length > 0 && Date.now() - rungAt > ringEveryMs) ring();
}

const keepAwake = () => document.visibilityState === 'visible' && navigator.wakeLock?.request('screen').catch(() => {});

// Browsers allow sound only after a tap.
async function turnOn() {
  audio ??= new AudioContext();
  await audio.resume();
  keepAwake();
  document.addEventListener('visibilitychange', keepAwake);
  const done = document.createElement('span');
  done.className = 'tag good';
  done.textContent = sound.dataset.on;
  sound.replaceChildren(done);
  tone(audio.currentTime, 880);
}

function lose() {
  say('lost', 'bad');
  stream?.close();
  clearTimeout(timer);
  timer = setTimeout(listen, againMs);
}

// A user can have few live pages. Reconnecting by itself, this one would take the place of another.
function pause() {
  say('paused', 'quiet');
  stream.close();
  const looking = new AbortController();
  const resume = () => {
    looking.abort();
    listen();
  };
  for (const event of ['focus', 'pointerdown']) addEventListener(event, resume, { signal: looking.signal });
}

// The stream was refused: over the limit, or because the session is over.
async function askWhy() {
  const answer = await fetch(location.href, { method: 'HEAD', redirect: 'manual' }).catch(() => undefined);
  if (answer?.type !== 'opaqueredirect') return lose();
  say('logIn', 'bad');
  clearTimeout(timer);
}

function listen() {
  clearTimeout(timer);
  stream?.close();
  heardAt = Date.now();
  stream = new EventSource(`${board.dataset.board}?tab=${tab}`);
  const hear = (name, act) =>
    stream.addEventListener(name, ({ data }) => {
      heardAt = Date.now();
      act(data);
    });
  hear('open', () => say('live', 'good'));
  hear('alive', () => {});
  hear('again', listen);
  hear('content', (html) => {
    show(html);
    say('live', 'good');
  });
  hear('unavailable', () => say('unavailable', 'bad'));
  hear('paused', pause);
  stream.addEventListener('error', ({ target }) => {
    if (target !== stream) return;
    if (target.readyState === EventSource.CLOSED) askWhy();
    else say('lost', 'bad');
  });
}

const isOver = () => stream.readyState !== EventSource.CLOSED && Date.now() - heardAt > silentMs;

function take(page) {
  document.querySelector('main > p.notice')?.remove();
  const notice = page.querySelector('main > p.notice');
  if (notice) document.querySelector('h1').after(notice);
  document.querySelector('.shop-state').replaceWith(page.querySelector('.shop-state'));
  show(page.querySelector('[data-board]').innerHTML);
}

async function send(form, submitter) {
  const body = new URLSearchParams(new FormData(form, submitter));
  const answer = await fetch(form.action, { method: 'POST', body, signal: AbortSignal.timeout(sendMs) });
  const isBack = answer.ok && new URL(answer.url).pathname === location.pathname;
  return isBack ? answer.text() : undefined;
}

// The page stays: its sound would have to be allowed again.
async function submit(event) {
  const { target: form, submitter } = event;
  if (isAsking || !form.closest('.board, .shop-state')) return;
  event.preventDefault();
  if (form.dataset.sending) return;
  form.dataset.sending = 'yes';
  try {
    const html = await send(form, submitter);
    if (html !== undefined) return take(new DOMParser().parseFromString(html, 'text/html'));
    // The page of the form says what is wrong.
    isAsking = true;
    form.requestSubmit(submitter);
  } catch {
    say('notSent', 'bad');
  } finally {
    delete form.dataset.sending;
  }
}

if (board && state) {
  listen();
  sound.hidden = false;
  sound.querySelector('button').addEventListener('click', turnOn);
  document.addEventListener('submit', submit);
  setInterval(remind, 1_000);
  setInterval(followTime, 1_000);
  setInterval(() => isOver() && lose(), 2_000);
  addEventListener('offline', lose);
  addEventListener('online', listen);
  addEventListener('pagehide', () => stream.close());
  addEventListener('pageshow', ({ persisted }) => persisted && location.reload());
}

if (print) {
  print.hidden = false;
  print.querySelector('button').addEventListener('click', () => window.print());
}
