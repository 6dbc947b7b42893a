/**
 * `npm run commands`: writes the tables of docs/command-line.md from the declared commands. With `--check` it leaves the page
 * alone, and fails when it differs.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import prettier from 'prettier';
import { commandList } from '../packages/cli/dist/src/command-list.js';
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

const rowOf = (words, command) => `| \`${usageOf(words, command).replaceAll('|', '\\|')}\` | ${command.description} |`;

const rowsOf = (entry) =>
  'commands' in entry
    ? entry.commands.map((command) => rowOf([entry.name, command.name], command))
    : [rowOf([entry.name], entry)];

const tables = commandList
  .map(({ title, entries }) =>
    [`### ${title}`, '', '| command | does |', '| --- | --- |', ...entries.flatMap(rowsOf)].join('\n'),
  )
  .join('\n\n');

const text = readFileSync(file, 'utf8');
const replaced = text.replace(/(<!-- commands -->)[^]*?(<!-- end of commands -->)/, (_, start, end) =>
  [start, tables, end].join('\n\n'),
);
const current = await prettier.format(replaced, { ...(await prettier.resolveConfig(file)), parser: 'markdown' });
if (!process.argv.includes('--check')) writeFileSync(file, current);
else if (text !== current) {
  console.error('docs/command-line.md differs from the declared commands: run npm run commands');
  process.exitCode = 1;
}
