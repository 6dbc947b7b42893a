// Keeps the live part of a page up to date. Without this script the page reloads.
const part = document.querySelector('[data-stream]');
const state = document.querySelector('[data-stream-state]');
const againMs = 20_000;

let stream;

const say = (text, tone) => {
  state.textContent = text;
  state.className = `tag ${tone}`;
};

function listen() {
  stream = new EventSource(part.dataset.stream);
  stream.addEventListener('open', () => say('Live', 'good'));
  stream.addEventListener('content', ({ data }) => {
    // Our own server rendered and escaped it.
    part.innerHTML = data;
    say('Live', 'good');
  });
  stream.addEventListener('unavailable', () => say('Orders cannot be reached', 'busy'));
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
