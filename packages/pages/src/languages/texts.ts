/** The messages of a room of pages, in each language (docs/decisions/0081-messages.md). */
import { languages, type Language } from '@order-hub/shared/languages';
import { IntlMessageFormat } from 'intl-messageformat';
import type { ComponentChildren, VNode } from 'preact';
import { readFileSync } from 'node:fs';
import { getDateTimeFormat, getNumberFormat, getPluralRules, localeOf } from './formatters.ts';
import { markedLanguage, marks, type PageLanguage } from './page-language.ts';

type Plain = string | number;

/** A tag of a message: `<link>…</link>` is what its function makes of the text inside. */
type Tag = (content: ComponentChildren) => VNode;

/**
 * Says a message: `t('renamed')`, `t('count', { count })`. With elements among the values, it is more than text:
 * `t('title', { name: <Name>{name}</Name> })`, `t('hint', { link: (text) => <a href="/docs">{text}</a> })`.
 */
export type Texts<Key extends string> = {
  (key: Key, values?: Readonly<Record<string, Plain>>): string;
  (key: Key, values: Readonly<Record<string, Plain | VNode | Tag>>): ComponentChildren;
};

type Said = string | VNode;
type Messages = Readonly<Record<string, string>>;

const formatters = { getNumberFormat, getDateTimeFormat, getPluralRules };

const read = (folder: URL, language: Language) =>
  JSON.parse(readFileSync(new URL(`${language}.json`, folder), 'utf8')) as Messages;

/** Parses a message when it is first said. */
function sayer(messages: Messages, language: PageLanguage): Texts<string> {
  const parsed = new Map<string, IntlMessageFormat>();
  const messageOf = (key: string) => {
    const message =
      parsed.get(key) ?? new IntlMessageFormat(messages[key] ?? key, localeOf(language), undefined, { formatters });
    parsed.set(key, message);
    return message;
  };
  const say = (key: string, values = {}) => messageOf(key).format<Said>(values);
  if (language !== markedLanguage) return say as Texts<string>;
  const sayMarked = (key: string, values = {}) => {
    const said = say(key, values);
    return typeof said === 'string' ? marks[0] + said + marks[1] : [marks[0], said, marks[1]].flat();
  };
  return sayMarked as Texts<string>;
}

/**
 * Reads the messages next to a module: `readTexts<typeof messages>(import.meta.url)`, where `messages` is the type of the
 * English file. The result is the function for a visit, or for a language.
 */
export function readTexts<InEnglish extends Messages>(module: string) {
  type Key = keyof InEnglish & string;
  const folder = new URL('./messages/', module);
  const inEnglish = read(folder, 'en');
  const sayers = new Map<PageLanguage, Texts<Key>>([[markedLanguage, sayer(inEnglish, markedLanguage)]]);
  for (const language of languages) {
    sayers.set(language, sayer(language === 'en' ? inEnglish : read(folder, language), language));
  }
  return (spoken: { language: PageLanguage } | PageLanguage): Texts<Key> =>
    sayers.get(typeof spoken === 'string' ? spoken : spoken.language) as Texts<Key>;
}
