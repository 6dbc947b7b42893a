/**
 * `npm run citations`: fails, with file and line, when a tracked file cites a page or heading of `docs`, or a source file by
 * its path from the root, that does not exist, when a relative link of a Markdown file or of the API document leads nowhere, or
 * when a text cites what a reader cannot open.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { faultOf, linesOf, proseOf } from './doc-links.js';
import { root } from './workspaces.js';

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
