import { describe, expect, test } from '@jest/globals';
import { languages } from '@order-hub/shared/languages';
import { mailKinds } from '../mail.ts';
import { writeMail } from './mail-content.tsx';
import { plainName } from './plain-name.ts';

const attack = '<img src=x onerror=alert(1)>\r\nBcc: a@b.example';
const facts = {
  ...{ browser: 'Firefox on Linux', address: '192.0.2.1', factor: 'Phone', by: 'user', who: 'ada@example.com' },
  ...{ app: 'Till', place: 'Chez Ada', scope: 'location[orders.write,catalog.read],profile' },
};
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
      Object.entries(facts).map(([name, value]) => [name, name === 'scope' ? value : attack]),
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

describe('a name of somebody else', () => {
  test.each([
    ['Till', 'Till'],
    ['  a\u202Eb\tc\n', 'a b c'],
    ['x'.repeat(200), `${'x'.repeat(79)}…`],
  ])('%j reads %j', (name, expected) => expect(plainName(name)).toBe(expected));

  test.each(['https://evil.example/log-in', 'www.evil.example', 'me@evil.example'])('%j is no link', (name) => {
    expect(plainName(name)).not.toMatch(/https?:\/\/|\.[a-z]|@[a-z]/);
  });
});
