/**
 * `npm run check -- guarantees`: fails, with the line and the guarantee, when a row of `docs/guarantees.md` lacks a column, links to
 * no promise, names a test that does not exist, or names no part of `npm run test:wide`; or when a row of `docs/security.md` names
 * a test file that does not exist.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { faultOf, linesOf } from './doc-links.js';
import { parts } from './wide-parts.js';
import { root } from './workspaces.js';

const list = 'docs/guarantees.md';
const columns = ['guarantee', 'promise', 'test', 'part of test:wide'];
const none = '–';

const row = /^\|(.*)\|\s*$/;
const cellBorder = /(?<!\\)\|/;
const head = /^(Guarantee|:?-+:?)$/;
const link = /^\[[^\]]+\]\(([^()\s]+)\)$/;
const citedTest = /^`([^`]+)`$/;
const separator = ' › ';

/** The title of a `test(…)` or `describe(…)`, or of the `.each(…)` of one, whose list ends before it with `)` or a backtick. */
const title =
  /(?:\b(?:test|describe)(?:\.\w+)*|\)|`)\(\s*(?:'((?:\\.|[^'\\])*)'|"((?:\\.|[^"\\])*)"|`((?:\\.|[^`\\])*)`)\s*,/g;

/** The cells of a row, without the escapes that a table needs. */
const cellsOf = (text) => text.split(cellBorder).map((cell) => cell.trim().replaceAll('\\|', '|'));

/** A literal as the test run shows it. */
const unescaped = (literal) => literal.replace(/\\(.)/g, '$1');

/** Each title with the keyword of its statement: the nearest line above with the same indentation begins with it. */
function* titlesOf(text) {
  for (const match of text.matchAll(title)) {
    const start = text.lastIndexOf('\n', match.index) + 1;
    const [indentation] = /^ */.exec(text.slice(start));
    const above = [...text.slice(0, match.index + match[0].length).matchAll(/^( *)(test|describe)\b/gm)];
    const keyword = above.findLast(([, spaces]) => spaces === indentation)?.[2];
    if (keyword) yield { keyword, indentation, name: unescaped(match[1] ?? match[2] ?? match[3]) };
  }
}

/** The tests of a file, each as its title and the titles of the describes around it, which are indented less. */
function pathsOf(text) {
  const around = [];
  const paths = [];
  for (const { keyword, indentation, name } of titlesOf(text)) {
    while (around.length > 0 && around.at(-1).indentation >= indentation) around.pop();
    if (keyword === 'describe') around.push({ indentation, name });
    else paths.push([...around.map((describe) => describe.name), name].join(separator));
  }
  return paths;
}

const known = new Map();

function testFault(cell) {
  const cited = citedTest.exec(cell)?.[1];
  if (!cited?.includes(separator)) return `the test is not written as \`path/to/file.test.ts › title\``;
  const [file, ...titles] = cited.split(separator);
  if (!file.endsWith('.test.ts') || !existsSync(join(root, file))) return `there is no test file ${file}`;
  if (!known.has(file)) known.set(file, pathsOf(readFileSync(join(root, file), 'utf8')));
  const path = titles.join(separator);
  const isThere = known.get(file).some((full) => full === path || full.endsWith(separator + path));
  return isThere ? undefined : `${file} has no test “${path}”`;
}

function promiseFault(cell) {
  const target = link.exec(cell)?.[1];
  if (!target) return 'the promise is not a link';
  const [path, anchor] = target.split('#');
  return faultOf(normalize(join(dirname(list), path)), anchor);
}

function partFaults(cell) {
  if (cell === none) return [];
  const isPart = (name) => parts.some((part) => part.name === name);
  return cell
    .split(', ')
    .filter((name) => !isPart(name))
    .map((name) => `test:wide has no part “${name}”`);
}

function faultsOf(cells) {
  const lacking = columns.filter((_, index) => !cells[index]);
  if (lacking.length > 0) return [`lacks the column: ${lacking.join(', ')}`];
  if (cells.length > columns.length) return ['has too many columns'];
  const [, promise, test, part] = cells;
  return [promiseFault(promise), testFault(test), ...partFaults(part)].filter(Boolean);
}

/** The rows of the tables of a page, without their heads. */
const rowsOf = (page) =>
  linesOf(readFileSync(join(root, page), 'utf8'))
    .filter(({ line }) => row.test(line))
    .map(({ line, number }) => ({ number, cells: cellsOf(row.exec(line)[1]) }))
    .filter(({ cells }) => !head.test(cells[0]));

const rows = rowsOf(list);
if (rows.length === 0) throw new Error(`${list} has no rows`);

const tracked = execFileSync('git', ['ls-files', '--cached', '--others', '*.test.ts'], { cwd: root }).toString();
const testFiles = tracked.trim().split('\n');

/** A file may be named alone, without its ending, or with some of the folders that lead to it. */
const isTestFile = (name) =>
  testFiles.some((file) => `/${file}`.endsWith(`/${name.replace(/\.test\.ts$/, '')}.test.ts`));

const attacks = 'docs/security.md';
const namesIn = ({ number, cells }) => [...cells.at(-1).matchAll(/`([^`]+)`/g)].map(([, name]) => ({ number, name }));
const namedFiles = rowsOf(attacks)
  .filter(({ cells }) => cells.length === 3)
  .flatMap(namesIn);

const faults = [
  ...rows.flatMap(({ number, cells }) => faultsOf(cells).map((fault) => `${list}:${number} “${cells[0]}”: ${fault}`)),
  ...namedFiles
    .filter(({ name }) => !isTestFile(name))
    .map(({ number, name }) => `${attacks}:${number}: there is no test file ${name}`),
];
for (const fault of faults) console.error(fault);
if (faults.length > 0) process.exitCode = 1;
