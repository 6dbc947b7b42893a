import { expect, test } from '@jest/globals';
import { faultInWords, isRefusedForGood, smtpServerOf } from './smtp-server.ts';

test.each([
  ['smtp://mail.example', { host: 'mail.example', port: 587, secure: false, auth: undefined }],
  ['smtps://mail.example', { host: 'mail.example', port: 465, secure: true, auth: undefined }],
  [
    'smtp://a%40b:p%2Fw@mail.example:25',
    { host: 'mail.example', port: 25, secure: false, auth: { user: 'a@b', pass: 'p/w' } },
  ],
  ['smtp://[::1]:25', { host: '::1', port: 25, secure: false, auth: undefined }],
])('%s', (url, server) => expect(smtpServerOf(url)).toEqual(server));

test.each([
  [
    'an unknown recipient',
    { code: 'EENVELOPE', responseCode: 550, response: '550 5.1.1 unknown', command: 'RCPT TO' },
    true,
  ],
  ['a content that is refused', { code: 'EMESSAGE', responseCode: 554, response: '554 no', command: 'DATA' }, true],
  ['an address of no valid form', { code: 'EENVELOPE', command: 'API' }, true],
  ['a full mailbox', { code: 'EENVELOPE', responseCode: 452, response: '452 4.2.2 full', command: 'RCPT TO' }, false],
  [
    'a relay that does not know us',
    { code: 'EENVELOPE', responseCode: 550, response: '550 5.7.1 denied', command: 'RCPT TO' },
    false,
  ],
  ['a wrong password', { code: 'EAUTH', responseCode: 535, response: '535 5.7.8 no', command: 'AUTH PLAIN' }, false],
  [
    'a sender that is not ours',
    { code: 'EENVELOPE', responseCode: 553, response: '553 no', command: 'MAIL FROM' },
    false,
  ],
  ['no connection', { code: 'ECONNECTION', command: 'CONN' }, false],
])('%s is refused for good: %j: %s', (_, fault, expected) => expect(isRefusedForGood(fault)).toBe(expected));

test('a fault in words quotes nothing of the server', () => {
  expect(faultInWords({ responseCode: 550, command: 'RCPT TO', response: '550 <ada@example.com>' })).toBe(
    'RCPT TO was answered with 550',
  );
  expect(faultInWords({ code: 'ETIMEDOUT' })).toBe('ETIMEDOUT');
  expect(faultInWords({ response: 'ada@example.com' })).toBe('the connection failed');
});
