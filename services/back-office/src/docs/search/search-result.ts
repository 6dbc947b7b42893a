/** What a search has found, as Markdown. */
import type { Found } from './search-index.ts';

/** Text in Markdown that is shown as it is. */
const verbatim = (text: string) => text.replace(/[\\`*_{}[\]<>()#+.!|~-]/g, '\\$&');

/** The result of a search for `words`; without words, how to search. */
export function searchResult(words: string, found: readonly Found[]): string {
  if (words === '') return '# Search\n\nFinds words in the quickstarts, the guide, the reference and the schemas.\n';
  if (found.length === 0) return `# Search\n\nNothing in the documentation has the words ${verbatim(words)}.\n`;
  const items = found.map(
    ({ address, title, heading, excerpt }) =>
      `- [${verbatim(heading === title ? title : `${title}: ${heading}`)}](${address})\n\n  ${verbatim(excerpt)}\n`,
  );
  return `# Search\n\nSections with the words ${verbatim(words)}, the best first:\n\n${items.join('\n')}`;
}
