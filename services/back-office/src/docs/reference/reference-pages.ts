/** The reference, made from the API document: a page for each tag, and one for each schema. */
import GithubSlugger, { slug } from 'github-slugger';
import { withGuideLinks } from '../doc-links.ts';
import { docPage, markdownPath, type DocPage } from '../doc-page.ts';
import { listedCalls, listedWebhooks, type ApiDocument, type Call } from './api-document.ts';
import { operationText, webhookText, type Source } from './operation-text.ts';
import { runnableRequest } from './runnable-request.ts';
import { schemaPages } from './schema-pages.ts';

type Chapter = { name: string; description: string; calls: Call[]; webhooks: Call[] };

const isOf =
  (name: string) =>
  ({ operation: { tags = [] } }: Call) =>
    tags.includes(name);

/** The operations by tag. Tags without any are left out. */
function chaptersOf(document: ApiDocument): Chapter[] {
  const [calls, webhooks] = [listedCalls(document), listedWebhooks(document)];
  return document.tags
    .map(({ name, description = '' }) => ({
      ...{ name, description },
      calls: calls.filter(isOf(name)),
      webhooks: webhooks.filter(isOf(name)),
    }))
    .filter((chapter) => chapter.calls.length + chapter.webhooks.length > 0);
}

const addressOf = ({ name }: Chapter) => `/docs/reference/${slug(name)}`;

function chapterPage(source: Source, chapter: Chapter): DocPage {
  const { name, calls, webhooks } = chapter;
  const summary = withGuideLinks(chapter.description);
  const operations = [
    ...calls.map((call) => operationText(source, call)),
    ...webhooks.map((call) => webhookText(source, call)),
  ];
  const markdown = `# Reference: ${name}\n\n${[summary, ...operations].join('\n\n')}\n`;
  const requests = calls.map((call) => runnableRequest(source.document, call, source.publicUrl));
  return { ...docPage(addressOf(chapter), { part: 'Reference', markdown, summary }), requests };
}

/** A chapter in the list of all operations. Its links lead to the headings of its page. */
function chapterList(chapter: Chapter): string {
  const slugger = new GithubSlugger();
  slugger.slug(`Reference: ${chapter.name}`);
  const address = markdownPath({ path: addressOf(chapter) });
  const lines = [...chapter.calls, ...chapter.webhooks].map(({ method, path, shortPath, operation: { summary } }) => {
    const line = `- [${summary}](${address}#${slugger.slug(summary)})`;
    return path.startsWith('/') ? `${line}: \`${method} ${shortPath ?? path}\`` : line;
  });
  return `## ${chapter.name}\n\n${lines.join('\n')}`;
}

function overviewPage({ publicUrl }: Source, chapters: readonly Chapter[]): DocPage {
  const summary = 'Every operation of the API, with examples in curl, TypeScript and Python.';
  const markdown = [
    `# Reference`,
    `${summary} It is made from the [API document](/v1/openapi.json) of this hub, whose API is at \`${publicUrl}/v1\`.`,
    'The examples read the access token of your connection from the variable `ACCESS_TOKEN`. Fill in what is written in capitals, such as `CATALOG_ID`. The Python examples need the package `requests`.',
    ...chapters.map(chapterList),
    '## Schemas',
    'The objects and values that bodies consist of are in the [schemas](/docs/schemas.md).',
  ].join('\n\n');
  return docPage('/docs/reference', { part: 'Reference', markdown: `${markdown}\n`, summary });
}

/** All pages of the reference. */
export function referencePages(source: Source): DocPage[] {
  const chapters = chaptersOf(source.document);
  const pages = chapters.map((chapter) => chapterPage(source, chapter));
  return [overviewPage(source, chapters), ...pages, ...schemaPages(source.document)];
}
