/** The targets of links and citations: pages of the repository, and their headings. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './workspaces.js';

const fence = /^\s*```/;

/** The lines of a text, numbered from 1. */
export const linesOf = (text) => text.split('\n').map((line, index) => ({ line, number: index + 1 }));

/** The numbered lines outside code fences: only there are links links, and headings headings. */
export function proseOf(text) {
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
export function faultOf(path, anchor) {
  if (path.startsWith('..') || !existsSync(join(root, path))) return `${path} does not exist`;
  if (!anchor || !path.endsWith('.md')) return undefined;
  if (!known.has(path)) known.set(path, anchorsOf(readFileSync(join(root, path), 'utf8')));
  return known.get(path).has(anchor) ? undefined : `${path} has no heading #${anchor}`;
}
