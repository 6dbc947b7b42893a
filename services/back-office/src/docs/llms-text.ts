/** /llms.txt: the documentation for programs that read Markdown, in the form of llmstxt.org. */
import { markdownPath, parts, type DocPage } from './doc-page.ts';
import { plainText } from './markdown/sections.ts';

/** Programs may leave the schemas out when they are short of space. */
const nameOf = (part: string) => (part === 'Schemas' ? 'Optional' : part);

/** The list of all pages, with absolute addresses. */
export function llmsText(pages: readonly DocPage[], publicUrl: string): string {
  const [start] = pages;
  const listed = parts.map((part) => {
    const lines = pages
      .filter((page) => page.part === part)
      .map((page) => {
        const summary = plainText(page.summary);
        return `- [${page.title}](${publicUrl}${markdownPath(page)})${summary === '' ? '' : `: ${summary}`}`;
      });
    return lines.length === 0 ? '' : `## ${nameOf(part)}\n\n${lines.join('\n')}\n`;
  });
  const links = `The API document (OpenAPI 3.1) is at ${publicUrl}/v1/openapi.json, the search at ${publicUrl}/docs/search.md?q=WORDS.`;
  return [`# Order hub\n`, `> ${plainText(start?.summary ?? '')}\n`, `${links}\n`, ...listed]
    .filter(Boolean)
    .join('\n');
}
