// Keeps the live part of a page up to date. Without this script the page loads itself again.
const part = document.querySelector('[data-stream]');
const state = document.querySelector('[data-stream-state]');

const say = (text, tone) => {
  state.textContent = text;
  state.className = `tag ${tone}`;
};

if (part && state) {
  const stream = new EventSource(part.dataset.stream);
  stream.addEventListener('open', () => say('Live', 'good'));
  stream.addEventListener('content', ({ data }) => {
    // Our own server has rendered it, and escaped what it shows.
    part.innerHTML = data;
    say('Live', 'good');
  });
  stream.addEventListener('away', () => say('The orders cannot be reached', 'busy'));
  stream.addEventListener('error', () => {
    const isOver = stream.readyState === EventSource.CLOSED;
    say(isOver ? 'Stopped: load the page again' : 'Connecting again', isOver ? 'bad' : 'busy');
  });
  addEventListener('pagehide', () => stream.close());
  addEventListener('pageshow', ({ persisted }) => persisted && location.reload());
}
