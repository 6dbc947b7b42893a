/** All pages of the documentation, in the order in which it lists them. */
import { withSiteLinks } from './doc-links.ts';
import { docPage, pageList, type DocPage } from './doc-page.ts';
import type { Documents, MarkdownFile } from './read-documents.ts';
import { referencePages } from './reference/reference-pages.ts';

/** The address of a hub on the reader's own machine, in the quickstarts. */
const ownMachine = 'http://localhost:8080';

/** A row of the guide's list of pages: `| [orders.md](orders.md) | orders; create, list |`. */
const listed = /^\| \[[\w-]+\.md\]\(([\w-]+)\.md\)\s*\| (.*?)\s*\|$/gm;

/** The guide in the order of its own list, with the summaries there. What is not listed comes last. */
function guidePages(files: readonly MarkdownFile[]): DocPage[] {
  const list = files.find(({ name }) => name === 'README')?.text ?? '';
  const summaries = new Map([...list.matchAll(listed)].map(([, name = '', summary = '']) => [name, summary]));
  const order = [...summaries.keys()];
  const place = ({ name }: MarkdownFile) => (summaries.has(name) ? order.indexOf(name) : order.length);
  return files
    .filter(({ name }) => name !== 'README')
    .sort((one, other) => place(one) - place(other))
    .map(({ file, name, text }) => {
      const summary = summaries.get(name);
      const markdown = withSiteLinks(file, text);
      return docPage(`/docs/${name}`, { part: 'Guide', markdown, ...(summary !== undefined && { summary }) });
    });
}

/** In the order in which people need an operator: first who sells, then who cooks, then who helps, then who runs the hub. */
const persons = ['website', 'till', 'helper', 'operator'];

const quickstartPages = (files: readonly MarkdownFile[], publicUrl: string): DocPage[] =>
  files
    .toSorted((one, other) => persons.indexOf(one.name) - persons.indexOf(other.name))
    .map(({ file, name, text }) => {
      const markdown = withSiteLinks(file, text).replaceAll(ownMachine, publicUrl);
      return docPage(`/docs/quickstarts/${name}`, { part: 'Quickstarts', markdown });
    });

function startPage(pages: readonly DocPage[], publicUrl: string): DocPage {
  const isOf = (part: string) => pages.filter((page) => page.part === part);
  const summary =
    'The order hub exchanges orders, deliveries, menus, stock, customers and loyalty points between ordering channels, tills and helpers, through one REST API.';
  const markdown = [
    '# Documentation',
    summary,
    `The API of this hub is at \`${publicUrl}/v1\`, its authorisation server at \`${publicUrl}/oauth2/v1\`. Register your application in the [back office](/back-office/clients).`,
    `## Quickstarts\n\nFrom an empty folder to a first result, for each kind of application.\n\n${pageList(isOf('Quickstarts'))}`,
    `## Guide\n\nThe rules of the API, each under a heading of its own.\n\n${pageList(isOf('Guide'))}`,
    `## Reference\n\nEvery operation and every body.\n\n${pageList(isOf('Reference'))}`,
    `## For programs\n\nEvery page is there as Markdown: add \`.md\` to its address, or ask for \`text/markdown\`. [llms.txt](/llms.txt) lists all pages, and the [API document](/v1/openapi.json) describes every operation.`,
  ].join('\n\n');
  return docPage('/docs', { part: 'Start', markdown: `${markdown}\n`, summary });
}

/** A page of the guide that lives elsewhere, with the address of this hub. */
const toolPage = (path: string, { file, text }: MarkdownFile, publicUrl: string): DocPage => {
  const markdown = withSiteLinks(file, text).replaceAll(ownMachine, publicUrl);
  return docPage(path, { part: 'Guide', markdown });
};

/** Makes the pages. `publicUrl`: where clients reach this hub, without a slash at the end. */
export function allPages(documents: Documents, publicUrl: string): DocPage[] {
  const { guide, quickstarts, glossary, client, commandLine, document } = documents;
  const pages = [
    ...quickstartPages(quickstarts, publicUrl),
    ...guidePages(guide),
    toolPage('/docs/client', client, publicUrl),
    toolPage('/docs/command-line', commandLine, publicUrl),
    docPage('/docs/glossary', { part: 'Guide', markdown: withSiteLinks(glossary.file, glossary.text) }),
    ...referencePages({ document, publicUrl }),
  ];
  return [startPage(pages, publicUrl), ...pages];
}
