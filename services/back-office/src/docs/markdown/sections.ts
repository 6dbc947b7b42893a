/** The sections of a page, for the search. */
import GithubSlugger from 'github-slugger';
import { lexer, type Tokens } from 'marked';

/**
 * `id`: the anchor of its heading; empty for what comes before the first heading below the title. `text`: all of it;
 * `prose`: its sentences, without tables and code.
 */
export type Section = { id: string; heading: string; text: string; prose: string };

const markup: readonly (readonly [RegExp, string])[] = [
  [/\[([^\]]*)\]\([^)]*\)/g, '$1'],
  [/^```.*$/gm, ' '],
  [/\|?[ :]*-{3,}[ :]*\|?/g, ' '],
  [/[`*|#]+/g, ' '],
  [/\s+/g, ' '],
];

/** The words of a Markdown text, without its markup. */
export const plainText = (markdown: string) =>
  markup.reduce((text, [pattern, replacement]) => text.replace(pattern, replacement), markdown).trim();

/** The sections of a Markdown text, in their order. The first one is headed by the title. */
export function sectionsOf(markdown: string): Section[] {
  const slugger = new GithubSlugger();
  const sections: { id: string; heading: string; raw: string[]; sentences: string[] }[] = [];
  for (const token of lexer(markdown)) {
    if (token.type !== 'heading') {
      sections.at(-1)?.raw.push(token.raw);
      if (token.type !== 'table' && token.type !== 'code') sections.at(-1)?.sentences.push(token.raw);
      continue;
    }
    const { depth, text } = token as Tokens.Heading;
    const heading = plainText(text);
    const id = slugger.slug(heading);
    sections.push({ id: depth === 1 ? '' : id, heading, raw: [], sentences: [] });
  }
  return sections.map(({ raw, sentences, ...section }) => ({
    ...section,
    text: plainText(raw.join('\n')),
    prose: plainText(sentences.join('\n')),
  }));
}
