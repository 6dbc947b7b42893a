/**
 * `npm run citations`: fails, with file and line, when a tracked file cites a page or heading of `docs`, or a source file by
 * its path from the root, that does not exist, when a relative link of a Markdown file or of the API document leads nowhere, or
 * when a text cites what a reader cannot open.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

/** What may not be cited: nobody who reads this repository can open it. */
const forbidden = [
  [/\(contract[,:]|\bcontract, "|\bthe contract\b/i, 'cite the heading of docs/api that says it'],
  [/\bDESIGN\b/, 'cite the heading of docs/api or the record of docs/decisions that says it'],
];
const unread = new Set(['LICENSE', 'package-lock.json', 'scripts/check-citations.js']);

const citation =
  /(?<![\w./-])(docs\/[\w./-]+\.md|(?:packages|services|scripts|e2e|bench)\/[\w./-]+\.(?:tsx?|js|sql)\b)(?:#([\w-]+))?/g;
/** Only a build makes these. */
const built = /\/dist\//;
const link = /\]\(([^()\s]+)\)/g;
const fence = /^\s*```/;

/** The lines of a text, numbered from 1. */
const linesOf = (text) => text.split('\n').map((line, index) => ({ line, number: index + 1 }));

/** The numbered lines outside code fences: only there are links links, and headings headings. */
function proseOf(text) {
  let isCode = false;
  return linesOf(text).filter(({ line }) => {
    if (!fence.test(line)) return !isCode;
    isCode = !isCode;
    return false;
  });
}

/** The anchors of a Markdown text by GitHub's rule: lower case, no punctuation, hyphens for spaces, `-1` for a repetition. */
function anchorsOf(text) {
  const times = new Map();
  const headings = proseOf(text).flatMap(({ line }) => /^#{1,6}\s+(.*?)\s*$/.exec(line)?.[1] ?? []);
  const anchors = headings.map((heading) => {
    const anchor = heading
      .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .replace(/\s/g, '-');
    const seen = times.get(anchor) ?? 0;
    times.set(anchor, seen + 1);
    return seen === 0 ? anchor : `${anchor}-${seen}`;
  });
  return new Set(anchors);
}

const known = new Map();

/** What is wrong with a target, a path from the root and perhaps a heading; undefined when it exists. */
function faultOf(path, anchor) {
  if (path.startsWith('..') || !existsSync(join(root, path))) return `${path} does not exist`;
  if (!anchor || !path.endsWith('.md')) return undefined;
  if (!known.has(path)) known.set(path, anchorsOf(readFileSync(join(root, path), 'utf8')));
  return known.get(path).has(anchor) ? undefined : `${path} has no heading #${anchor}`;
}

function citationFaults(text) {
  return linesOf(text).flatMap(({ line, number }) => [
    ...[...line.matchAll(citation)]
      .filter(([, path]) => !built.test(path))
      .map(([, path, anchor]) => [number, faultOf(path, anchor)]),
    ...forbidden.flatMap(([words, remedy]) => {
      const [found] = words.exec(line) ?? [];
      return found ? [[number, `says "${found}": ${remedy}`]] : [];
    }),
  ]);
}

function linkFaults(file, text) {
  const targets = proseOf(text).flatMap(({ line, number }) =>
    [...line.matchAll(link)].map(([, target]) => ({ number, target })),
  );
  return targets
    .filter(({ target }) => !/^[a-z]+:/i.test(target))
    .map(({ number, target }) => {
      const [path, anchor] = target.split('#');
      return [number, faultOf(path ? normalize(join(dirname(file), path)) : file, anchor)];
    });
}

/** The links of the API document: in its descriptions, and its `externalDocs`. */
const documentLink = /(?:\]\(|"externalDocs": \{[^}]*"url": ")([^)"]+)/g;

function documentFaults(file, text) {
  return [...text.matchAll(documentLink)]
    .filter(([, target]) => !/^[a-z]+:/i.test(target))
    .map(({ 1: target, index }) => {
      const [path, anchor] = target.split('#');
      return [text.slice(0, index).split('\n').length, faultOf(normalize(join(dirname(file), path)), anchor)];
    });
}

function relativeFaults(file, text) {
  if (file === 'docs/openapi.json') return documentFaults(file, text);
  return file.endsWith('.md') ? linkFaults(file, text) : [];
}

function faultsOf(file) {
  const text = readFileSync(join(root, file), 'utf8');
  const found = [...citationFaults(text), ...relativeFaults(file, text)];
  // A link from the root's own Markdown files is a citation too: its fault is named once.
  return new Set(found.flatMap(([number, fault]) => (fault ? [`${file}:${number} ${fault}`] : [])));
}

const files = execFileSync('git', ['ls-files', '-z'], { cwd: root, encoding: 'utf8' }).split('\0');
const faults = files
  .filter((file) => file && !unread.has(file) && existsSync(join(root, file)))
  .flatMap((file) => [...faultsOf(file)]);
for (const fault of faults) console.error(fault);
if (faults.length > 0) process.exitCode = 1;
