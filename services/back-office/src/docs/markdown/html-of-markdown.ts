/**
 * HTML of our own Markdown files. Tags in them are texts, such as `<order_id>`: they are shown, not rendered. A code block
 * with a title after its language, such as `ts TypeScript`, can be folded; those in sh begin unfolded.
 */
import GithubSlugger from 'github-slugger';
import { Marked, type RendererObject, type Token, type Tokens } from 'marked';
import { htmlAddress } from '../doc-links.ts';

/** `id`: its anchor, by GitHub's rule, so that links between the files lead to it. */
export type Heading = { depth: number; id: string; text: string };

export type RenderedMarkdown = { html: string; headings: Heading[] };

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const escaped = (text: string) => text.replace(/[&<>"']/g, (char) => escapes[char] ?? '');

/** The words of a heading or a cell, without markup. */
const wordsOf = (tokens: readonly Token[]): string =>
  tokens
    .map((token) => {
      const { tokens: inner, text = '' } = token as { tokens?: Token[]; text?: string };
      return inner ? wordsOf(inner) : text;
    })
    .join('');

function codeHtml({ text, lang = '' }: Tokens.Code): string {
  const [language = '', ...title] = lang.split(' ');
  // What scrolls can be reached with the keyboard.
  const block = `<pre tabindex="0"><code>${escaped(text)}</code></pre>\n`;
  if (title.length === 0) return block;
  const summary = `<summary>${escaped(title.join(' '))}</summary>`;
  return `<details class="example"${language === 'sh' ? ' open' : ''}>${summary}${block}</details>\n`;
}

const endpointText = /^(GET|POST|PUT|PATCH|DELETE) (?=\/)/;

/** Code in a line. The method of an endpoint stands out, and a path may break before a slash. */
function codespanHtml({ text }: Tokens.Codespan): string {
  const withMethod = escaped(text.replaceAll(/(?<=[\w>}])\//g, '\u200b/')).replace(
    endpointText,
    (_whole, method: string) => `<b class="method ${method.toLowerCase()}">${method}</b> `,
  );
  return `<code>${withMethod.replaceAll('\u200b', '<wbr>')}</code>`;
}

/** A link in a list is a target of its own: in a paragraph it is as high as its line. */
function widenItems(token: Token): void {
  if (token.type !== 'list') return;
  for (const item of (token as Tokens.List).items) {
    for (const inner of item.tokens) if (inner.type === 'text') inner.type = 'paragraph';
  }
}

/** Before the curl example of a request: where the script puts what sends it (packages/pages/assets/examples.js). */
const runHtml = (request: object) => `<div class="run" data-request="${escaped(JSON.stringify(request))}"></div>\n`;

/** The code of a page whose curl examples can be sent: the first one is that of the first request. */
function runnableCode(requests: readonly (object | null)[]) {
  const waiting = [...requests];
  return (token: Tokens.Code): string => {
    const request = token.lang === 'sh curl' ? waiting.shift() : undefined;
    return (request ? runHtml(request) : '') + codeHtml(token);
  };
}

/** The renderer of one page: the label of a table is its heading, with a number from the second table on. */
function rendererOf(headings: Heading[], requests: readonly (object | null)[]): RendererObject {
  const slugger = new GithubSlugger();
  const tables = new Map<string, number>();
  function labelOfTable(): string {
    const heading = headings.at(-1)?.text ?? 'Table';
    const count = (tables.get(heading) ?? 0) + 1;
    tables.set(heading, count);
    return count === 1 ? heading : `${heading}, table ${count}`;
  }
  return {
    heading({ depth, tokens }) {
      const text = wordsOf(tokens);
      const id = slugger.slug(text);
      headings.push({ depth, id, text });
      // The layout shows the title.
      return depth === 1 ? '' : `<h${depth} id="${escaped(id)}">${this.parser.parseInline(tokens)}</h${depth}>\n`;
    },
    link({ href, tokens }) {
      return `<a href="${escaped(htmlAddress(href))}">${this.parser.parseInline(tokens)}</a>`;
    },
    html: ({ text }) => escaped(text),
    code: runnableCode(requests),
    codespan: codespanHtml,
    table({ header, rows }) {
      const heads = header.map(({ tokens }) => `<th scope="col">${this.parser.parseInline(tokens)}</th>`);
      const cell = ({ tokens }: Tokens.TableCell, at: number) =>
        `<td data-head="${escaped(wordsOf(header[at]?.tokens ?? []))}">${this.parser.parseInline(tokens)}</td>`;
      const body = rows.map((cells) => `<tr>${cells.map(cell).join('')}</tr>`);
      const label = escaped(labelOfTable());
      return `<div class="table" role="region" aria-label="${label}" tabindex="0"><table><thead><tr>${heads.join('')}</tr></thead><tbody>${body.join('\n')}</tbody></table></div>\n`;
    },
  };
}

/** The HTML of a Markdown text, without its title. `requests`: those of its curl examples, if the page can send them. */
export function htmlOfMarkdown(markdown: string, requests: readonly (object | null)[] = []): RenderedMarkdown {
  const headings: Heading[] = [];
  const marked = new Marked();
  marked.use({ renderer: rendererOf(headings, requests), walkTokens: widenItems });
  const html = marked.parse(markdown, { async: false });
  return { html, headings };
}
