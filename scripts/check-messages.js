/**
 * `npm run check -- messages`: the messages of pages (docs/decisions/0081-messages.md). Fails when a language lacks a message of
 * a room, has one more, or has one that is empty or takes other values than in English; when no page says a message; and when
 * a page says it with other values.
 */
import { readFileSync, readdirSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { languages } from '@order-hub/shared/languages';
import { IntlMessageFormat } from 'intl-messageformat';
import { speakersIn } from './message-speakers.js';
import { root, workspacesWith } from './workspaces.js';

/** Types of the parts of a parsed message that name no value. */
const literal = 0;
const pound = 7;

/** The values and tags that the parts name; a part may have others inside, in `options` or `children`. */
const namesIn = (parts) =>
  parts.flatMap(({ type, value, options = {}, children = [] }) => [
    ...(type === literal || type === pound ? [] : [String(value)]),
    ...Object.values(options).flatMap((option) => namesIn(option.value)),
    ...namesIn(children),
  ]);

const valuesIn = (message) => [...new Set(namesIn(new IntlMessageFormat(message, 'en').getAst()))].sort().join(', ');

const fileOf = (room, language) => join(room, 'messages', `${language}.json`);
const readMessages = (room, language) => JSON.parse(readFileSync(fileOf(room, language), 'utf8'));

/** The folders of pages that have messages. */
const roomsIn = (folder) =>
  readdirSync(folder, { recursive: true })
    .map((name) => name.replaceAll('\\', '/'))
    .filter((name) => name.endsWith('messages/en.json'))
    .map((name) => dirname(dirname(join(folder, name))));

/** The faults of one message in one language. `values`: those of the English message. */
function messageFaults(key, message, values) {
  if (message === undefined) return [`lacks “${key}”`];
  if (values === undefined) return [`has “${key}”, which is not in English`];
  if (message.trim() === '') return [`“${key}” is empty`];
  const own = valuesIn(message);
  return own === values ? [] : [`“${key}” takes [${own}] instead of [${values}]`];
}

function languageFaults(room, language, inEnglish) {
  const messages = readMessages(room, language);
  const keys = new Set([...Object.keys(inEnglish), ...Object.keys(messages)]);
  const faults = [...keys].flatMap((key) => messageFaults(key, messages[key], inEnglish[key]));
  return faults.map((fault) => `${relative(root, fileOf(room, language))}: ${fault}`);
}

/** The messages that no page of the room says. `own`: the modules that may say them. */
function silenceFaults(room, own, inEnglish) {
  const words = own.flatMap(({ said, words: literals }) => [...literals, ...said.map(({ pattern }) => pattern)]);
  const unsaid = Object.keys(inEnglish).filter((key) => !words.some((word) => word.test(key)));
  return unsaid.map((key) => `${relative(root, fileOf(room, 'en'))}: no page says “${key}”`);
}

/** What a module says with other values than those of the message. */
const valueFaults = ({ said }, inEnglish) =>
  said
    .filter(({ values }) => values !== null)
    .flatMap(({ pattern, values, at }) =>
      Object.entries(inEnglish)
        .filter(([key, wanted]) => pattern.test(key) && wanted !== values.join(', '))
        .map(([key, wanted]) => `${at} says “${key}” with [${values.join(', ')}] instead of [${wanted}]`),
    );

function roomFaults(room, speakers) {
  const english = Object.entries(readMessages(room, 'en'));
  const inEnglish = Object.fromEntries(english.map(([key, message]) => [key, valuesIn(message)]));
  const own = speakers.filter(({ rooms }) => rooms.includes(room));
  // Which room a key belongs to is unknown in a module that says messages of several.
  const alone = own.filter(({ rooms }) => rooms.length === 1);
  return [
    ...languages.flatMap((language) => languageFaults(room, language, inEnglish)),
    ...silenceFaults(room, own, inEnglish),
    ...alone.flatMap((speaker) => valueFaults(speaker, inEnglish)),
  ];
}

const folders = workspacesWith('src').map((workspace) => join(root, workspace, 'src'));
const rooms = folders.flatMap((folder) => roomsIn(folder).map((room) => ({ folder, room })));
if (rooms.length === 0) throw new Error('There are no messages');

const speakers = new Map([...new Set(rooms.map(({ folder }) => folder))].map((folder) => [folder, speakersIn(folder)]));
const faults = rooms.flatMap(({ folder, room }) => roomFaults(room, speakers.get(folder)));
for (const fault of faults) console.error(fault);
if (faults.length > 0) process.exitCode = 1;
