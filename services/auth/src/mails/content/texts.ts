import { readFileSync } from 'node:fs';
import { IntlMessageFormat } from 'intl-messageformat';
import type messages from './messages/en.json';

const languages = ['en', 'fr', 'de', 'es', 'it'];
const read = (language: string) =>
  JSON.parse(
    readFileSync(new URL(`./messages/${languages.includes(language) ? language : 'en'}.json`, import.meta.url), 'utf8'),
  );

/** What mails say: of each kind the subject, the paragraphs and perhaps the label of its button. */
export const texts =
  (language: string) =>
  (key: keyof typeof messages, values: Record<string, string> = {}) =>
    new IntlMessageFormat((read(language) as Record<string, string>)[key] ?? '', language).format(values) as string;

export const formats = (language: string) => ({
  at: (at: Date, timeZone: string) =>
    new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short', timeZone }).format(at),
});
