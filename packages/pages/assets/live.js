// Keeps the live part of a page up to date. Without this script the page reloads.
const part = document.querySelector('[data-stream]');
const state = document.querySelector('[data-stream-state]');
const againMs = 20_000;

let stream;

const say = (text, tone) => {
  state.textContent = text;
  state.className = `tag ${tone}`;
};

// A user can have few live pages. Reconnecting by itself, this one would take the place of another.
function resumeWhenLookedAt() {
  const looking = new AbortController();
  const resume = () => {
    looking.abort();
    listen();
  };
  for (const event of ['focus', 'pointerdown']) addEventListener(event, resume, { signal: looking.signal });
}

function listen() {
  stream = new EventSource(part.dataset.stream);
  stream.addEventListener('open', () => say('Live', 'good'));
  stream.addEventListener('content', ({ data }) => {
    // Our own server rendered and escaped it.
    part.innerHTML = data;
    say('Live', 'good');
  });
  stream.addEventListener('unavailable', () => say('Orders cannot be reached', 'busy'));
  stream.addEventListener('paused', () => {
    stream.close();
    say('Paused, live in other windows', 'quiet');
    resumeWhenLookedAt();
  });
  stream.addEventListener('error', () => {
    say('Reconnecting', 'busy');
    // Browsers reconnect by themselves unless they were refused: too many at a time, or logged out.
    if (stream.readyState === EventSource.CLOSED) setTimeout(listen, againMs);
  });
}

if (part && state) {
  listen();
  addEventListener('pagehide', () => stream.close());
  addEventListener('pageshow', ({ persisted }) => persisted && location.reload());
}
