import { expect, test } from '@jest/globals';
import { relyingPartyOf } from './relying-party.ts';

test.each([
  ['https://hub.example', 'hub.example', 'https://hub.example'],
  ['https://hub.example:8443/', 'hub.example', 'https://hub.example:8443'],
  ['http://localhost:8080', 'localhost', 'http://localhost:8080'],
])('%s: passkeys belong to %s and come from %s', (publicUrl, id, origin) => {
  expect(relyingPartyOf(publicUrl)).toEqual({ id, origin, name: 'Order hub' });
});

test.each(['http://hub.example', 'http://127.0.0.1:8080', 'https://192.0.2.1', 'https://[2001:db8::1]'])(
  '%s: browsers offer none',
  (publicUrl) => {
    expect(relyingPartyOf(publicUrl)).toBeUndefined();
  },
);
