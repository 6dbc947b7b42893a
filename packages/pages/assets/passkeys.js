// Asks the browser for a passkey, and sends the form with its answer. Without this script the other fields of the form work.
// The library comes first in the same file.
const { startAuthentication, startRegistration } = globalThis.SimpleWebAuthnBrowser;
const part = document.querySelector('[data-passkey]');

// The user cancelled, waited too long, or has no passkey in this browser: browsers do not say which.
const notUsed = 'No passkey was used. Please try again';
const known = 'This device has a passkey for you already';

const say = (text) => {
  const fault = part.querySelector('[data-fault]');
  fault.textContent = text;
  fault.hidden = text === '';
};

async function answer() {
  const optionsJSON = JSON.parse(part.dataset.options);
  const isNew = part.dataset.passkey === 'create';
  return isNew ? startRegistration({ optionsJSON }) : startAuthentication({ optionsJSON });
}

async function fill() {
  say('');
  try {
    part.querySelector('[name=passkey]').value = JSON.stringify(await answer());
    // Sends the form without its event, which would begin again.
    part.closest('form').submit();
  } catch (error) {
    say(error.name === 'InvalidStateError' ? known : notUsed);
  }
}

if (part?.dataset.passkey === 'create') {
  part.closest('form').addEventListener('submit', (event) => {
    event.preventDefault();
    void fill();
  });
}

if (part?.dataset.passkey === 'use') {
  const place = part.querySelector('[data-button]');
  place.hidden = false;
  place.querySelector('button').addEventListener('click', () => void fill());
}
