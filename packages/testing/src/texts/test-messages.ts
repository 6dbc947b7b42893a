/** Tests of the messages of pages: every language says the same, and the pages say every message with its values. */
import { describe, expect, test } from '@jest/globals';
import { languages } from '@order-hub/shared/languages';
import { IntlMessageFormat } from 'intl-messageformat';
import { readFileSync, readdirSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { speakersIn, type Speaker } from './sources.ts';

type Messages = Record<string, string>;

/** A part of a parsed message: an argument has a `value`, and a tag, too; their inside is in `options` or `children`. */
type Part = { type: number; value?: unknown; options?: Record<string, { value: Part[] }>; children?: Part[] };

const literal = 0;
const pound = 7;

function namesIn(parts: readonly Part[]): string[] {
  return parts.flatMap(({ type, value, options = {}, children = [] }) => [
    ...(type === literal || type === pound ? [] : [String(value)]),
    ...Object.values(options).flatMap((option) => namesIn(option.value)),
    ...namesIn(children),
  ]);
}

const valuesIn = (message: string) => [...new Set(namesIn(new IntlMessageFormat(message, 'en').getAst()))].sort();

const readMessages = (room: string, language: string) =>
  JSON.parse(readFileSync(join(room, 'messages', `${language}.json`), 'utf8')) as Messages;

const roomsIn = (folder: string) =>
  (readdirSync(folder, { recursive: true }) as string[])
    .filter((name) => name.endsWith('messages/en.json'))
    .map((name) => dirname(dirname(join(folder, name))));

const signatures = (messages: Messages) =>
  Object.fromEntries(Object.entries(messages).map(([key, message]) => [key, valuesIn(message)]));

/** What a module says with other values than those of the message. */
const wronglySaid = ({ said }: Speaker, values: Record<string, string[]>) =>
  said
    .filter(({ values: given }) => given !== null)
    .flatMap(({ pattern, values: given, at }) =>
      Object.entries(values)
        .filter(([key, wanted]) => pattern.test(key) && String(wanted) !== String(given))
        .map(([key, wanted]) => `${at} says ${key} with [${String(given)}] instead of [${String(wanted)}]`),
    );

/** Declares the tests, for all rooms below a folder. */
export function testMessages(sources: URL): void {
  const folder = fileURLToPath(sources);
  const speakers = speakersIn(folder);

  describe.each(roomsIn(folder).map((room) => [relative(folder, room) || '.', room]))('messages of %s', (_, room) => {
    const inEnglish = signatures(readMessages(room, 'en'));
    const own = speakers.filter(({ rooms }) => rooms.includes(room));

    test.each(languages)('in %s: the same keys and values as in English', (language) => {
      expect(signatures(readMessages(room, language))).toEqual(inEnglish);
      expect(Object.values(readMessages(room, language)).filter((message) => message.trim() === '')).toEqual([]);
    });

    test('each is said', () => {
      const words = own.flatMap(({ said, words: literals }) => [...literals, ...said.map(({ pattern }) => pattern)]);
      expect(Object.keys(inEnglish).filter((key) => !words.some((word) => word.test(key)))).toEqual([]);
    });

    test('each is said with its values', () => {
      // A module that says messages of several rooms is checked against all of them.
      const alone = own.filter(({ rooms }) => rooms.length === 1);
      expect(alone.flatMap((speaker) => wronglySaid(speaker, inEnglish))).toEqual([]);
    });
  });
}
