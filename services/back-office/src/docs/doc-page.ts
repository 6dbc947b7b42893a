/** The pages of the documentation. Each is a Markdown text; HTML, the search and llms.txt are made from it. */

import type { RunnableRequest } from './reference/runnable-request.ts';

/** The parts of the documentation, in the order in which it lists them. */
export const parts = ['Start', 'Quickstarts', 'Guide', 'Reference', 'Schemas'] as const;

export type Part = (typeof parts)[number];

/**
 * `path`: its address on this hub; with `.md` it is that of its Markdown. `summary`: one sentence, in Markdown. `requests`:
 * those of its curl examples, in their order; null for one that the page cannot send.
 */
export type DocPage = {
  path: string;
  part: Part;
  title: string;
  summary: string;
  markdown: string;
  requests?: readonly (RunnableRequest | null)[];
};

/** The address of a page as Markdown. */
export const markdownPath = ({ path }: Pick<DocPage, 'path'>) => `${path}.md`;

const titleOf = (markdown: string) => /^# (.+)$/m.exec(markdown)?.[1] ?? 'Untitled';

/** The first paragraph after the title, in one line; empty if a heading follows the title at once. */
function firstParagraph(markdown: string): string {
  const [, paragraph = ''] = /^# .+\n+((?:(?!#|\||-|```)[^\n]+\n?)+)/m.exec(markdown) ?? [];
  return paragraph.trim().replaceAll('\n', ' ');
}

/** The page of a Markdown text that begins with its title. */
export const docPage = (
  path: string,
  { part, markdown, summary = firstParagraph(markdown) }: { part: Part; markdown: string; summary?: string },
): DocPage => ({ path, part, title: titleOf(markdown), summary, markdown });

/** A list of pages in Markdown. */
export const pageList = (pages: readonly DocPage[]) =>
  pages
    .map((page) => `- [${page.title}](${markdownPath(page)})${page.summary === '' ? '' : `: ${page.summary}`}`)
    .join('\n');
