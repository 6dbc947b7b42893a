/**
 * `npm run commands`: writes the tables of docs/command-line.md from the declared commands. With `--check` it leaves the page
 * alone, and fails when it differs. It fails, too, when operators' commands lack a verb of the table without a reason, or give a
 * reason for a verb that they have.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import prettier from 'prettier';
import { commandList } from '../packages/cli/dist/src/command-list.js';
import { verbs } from '../packages/cli/dist/src/declarations/command.js';
import { root } from './workspaces.js';

const file = join(root, 'docs/command-line.md');

const optionName = (field) => `--${field.replaceAll('_', '-')}`;

function optionText([field, { kind, value, choices }]) {
  const text = [optionName(field), ...(value === undefined ? [] : [choices?.join('|') ?? `<${value}>`])].join(' ');
  return kind === 'required' ? text : `[${text}]${kind === 'repeatable' ? '…' : ''}`;
}

/** How a command is typed. */
function usageOf(words, { args, options }) {
  const places = Object.keys(args).map((arg) => `<${arg.replaceAll('_', '-')}>`);
  return ['hub', ...words, ...places, ...Object.entries(options).map(optionText)].join(' ');
}

const alsoNamed = ([noun], { alias }) => (alias === undefined ? '' : `; also \`hub ${noun} ${alias}\``);

const rowOf = (words, command) =>
  `| \`${usageOf(words, command).replaceAll('|', '\\|')}\` | ${command.description}${alsoNamed(words, command)} |`;

const rowsOf = (entry) =>
  'commands' in entry
    ? entry.commands.map((command) => rowOf([entry.name, command.name], command))
    : [rowOf([entry.name], entry)];

const tables = commandList
  .map(({ title, entries }) =>
    [`### ${title}`, '', '| command | does |', '| --- | --- |', ...entries.flatMap(rowsOf)].join('\n'),
  )
  .join('\n\n');

/** What operators create: the groups of their commands. */
const nouns = commandList
  .filter(({ entries }) => entries.some(({ needs }) => needs === 'operator'))
  .flatMap(({ entries }) => entries.filter((entry) => 'commands' in entry));

const commandFor = ({ commands }, verb) => commands.find(({ name, alias }) => name === verb || alias === verb);

const missing = nouns.flatMap((noun) =>
  verbs
    .filter((verb) => (commandFor(noun, verb) === undefined) === (noun.without[verb] === undefined))
    .map((verb) => `hub ${noun.name}: ${verb} must either be a command or have a reason in \`without\``),
);

function verbCell(noun, verb) {
  const command = commandFor(noun, verb);
  return command ? `\`${command.name}\`` : '–';
}

const otherCommands = ({ commands }) =>
  commands.filter(({ name, alias }) => !verbs.includes(name) && alias === undefined).map(({ name }) => `\`${name}\``);

const verbRows = nouns.map(
  (noun) =>
    `| ${noun.name} | ${verbs.map((verb) => verbCell(noun, verb)).join(' | ')} | ${otherCommands(noun).join(', ')} |`,
);

const reasons = nouns.flatMap(({ name, without }) =>
  Object.entries(without).map(([verb, reason]) => `- ${name}, ${verb}: ${reason}`),
);

const verbTable = [
  ['| `hub …` |', ...verbs.map((verb) => ` ${verb} |`), ' and |'].join(''),
  ['| --- |', ...verbs.map(() => ' --- |'), ' --- |'].join(''),
  ...verbRows,
  '',
  'Where a command is missing on purpose:',
  '',
  ...reasons,
].join('\n');

/** The page with this text between the marks of this name. */
const withPart = (page, name, part) =>
  page.replace(new RegExp(`(<!-- ${name} -->)[^]*?(<!-- end of ${name} -->)`), (_, start, end) =>
    [start, part, end].join('\n\n'),
  );

const text = readFileSync(file, 'utf8');
const replaced = withPart(withPart(text, 'verbs', verbTable), 'commands', tables);
const current = await prettier.format(replaced, { ...(await prettier.resolveConfig(file)), parser: 'markdown' });
if (missing.length > 0) {
  console.error(missing.join('\n'));
  process.exitCode = 1;
} else if (!process.argv.includes('--check')) writeFileSync(file, current);
else if (text !== current) {
  console.error('docs/command-line.md differs from the declared commands: run npm run commands');
  process.exitCode = 1;
}
