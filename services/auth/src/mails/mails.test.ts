import { describe, expect, test } from '@jest/globals';
import { languages } from '@order-hub/shared/languages';
import { writeMail } from './content/mail-content.tsx';
import { plainName } from './content/plain-name.ts';
import { mailKinds } from './mail.ts';
import { faultInWords, isRefusedForGood, smtpServerOf } from './smtp/smtp-server.ts';

describe('the content of mails', () => {
  const attack = '<img src=x onerror=alert(1)>\r\nBcc: a@b.example';

  const facts = {
    ...{ browser: 'Firefox on Linux', address: '192.0.2.1', factor: 'Phone', by: 'user', who: 'ada@example.com' },
    ...{ inviter: 'grace@example.com', role: 'kitchen' },
    ...{ cause: 'failing', status: '503', since: '2026-03-05T16:45:00.000Z' },
    ...{ was_heard: 'yes', heard_at: '2026-03-05T16:04:00.000Z' },
    ...{
      app: 'Till',
      place: 'Chez Ada',
      account: 'Ada’s restaurants',
      scope: 'location[orders.write,catalog.read],profile',
    },
  };

  /** Facts that nobody chooses. */
  const given = ['scope', 'since', 'heard_at'];

  const base = { timezone: 'Europe/Paris', created_at: new Date('2026-03-05T17:30:00Z'), hub: 'hub.example' };

  const url = 'https://hub.example/back-office/new-password?token=secret-token';

  const everyMail = languages.flatMap((language) => mailKinds.map((kind) => [language, kind] as const));

  describe.each(everyMail)('%s: %s', (language, kind) => {
    const written = writeMail({ ...base, kind, language, facts, url });

    test('says everything in its language, with the link in text and HTML, and not in the subject', () => {
      expect(Object.values(written).join('')).not.toMatch(/[{}]|undefined|\[object/);
      expect(written.text).toContain(url);
      expect(written.html).toContain('href="https://hub.example/back-office/new-password?token=secret-token"');
      expect(written.html).toContain(`<html lang="${language}">`);
      expect(written.subject).not.toContain('secret-token');
      expect(written.subject.length).toBeLessThan(200);
    });

    test('shows names of others as text in one line, whatever they are', () => {
      const odd = Object.fromEntries(
        Object.entries(facts).map(([name, value]) => [name, given.includes(name) ? value : attack]),
      );
      const { subject, text, html } = writeMail({ ...base, kind, language, facts: { ...odd, by: 'user' }, url });
      expect(html).not.toContain('<img');
      expect(subject).not.toMatch(/[\r\n]/);
      expect(text).not.toMatch(/^Bcc/m);
      expect(subject.length).toBeLessThan(300);
    });
  });

  test('a language has the words of its own', () => {
    const subjects = languages.map(
      (language) => writeMail({ ...base, kind: 'password_changed', language, facts, url }).subject,
    );
    expect(new Set(subjects).size).toBe(languages.length);
  });

  test('times are those of the recipient', () => {
    const { text } = writeMail({ ...base, kind: 'password_changed', language: 'fr', facts, url: null });
    expect(text).toContain('18:30');
  });

  describe('an app with trouble', () => {
    const textOf = (kind: 'app_failing' | 'app_silent', of: object) =>
      writeMail({ ...base, kind, language: 'en', facts: { ...facts, ...of }, url }).text;

    test.each([
      ['failing', '503', 'answered messages about “Chez Ada” with 503 since 5 Mar 2026, 17:45.'],
      ['unreached', '', 'have not reached “Till” since 5 Mar 2026, 17:45.'],
      ['behind', '200', 'has taken messages about “Chez Ada” more slowly than they come since 5 Mar 2026, 17:45.'],
      ['refusing', '404', 'answers 404 to each message about “Chez Ada”: it may have changed'],
      ['refusing_secret', '401', 'answers 401 to each message about “Chez Ada”: its secret may be wrong.'],
    ])('says what is the matter: %s', (cause, status, expected) => {
      expect(textOf('app_failing', { cause, status })).toContain(expected);
    });

    test('says when a silent one was last heard from, if that is known', () => {
      expect(textOf('app_silent', {})).toContain('It was last heard from on 5 Mar 2026, 17:04.');
      expect(textOf('app_silent', { was_heard: 'no' })).not.toContain('heard from');
    });
  });

  describe('a name of somebody else', () => {
    test.each([
      ['Till', 'Till'],
      ['  a\u202Eb\tc\n', 'a b c'],
      ['x'.repeat(200), `${'x'.repeat(80)}…`],
      [`${'x'.repeat(79)}e\u0301tage`, `${'x'.repeat(79)}…`],
    ])('%j reads %j', (name, expected) => expect(plainName(name)).toBe(expected));

    test.each(['https://evil.example/log-in', 'www.evil.example', 'me@evil.example'])('%j is no link', (name) => {
      expect(plainName(name)).not.toMatch(/https?:\/\/|\.[a-z]|@[a-z]/);
    });
  });
});

describe('SMTP servers', () => {
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
});
