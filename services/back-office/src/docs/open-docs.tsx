/** The documentation in memory. Each page is rendered and compressed when it is first asked for, and kept. */
import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { VNode } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { allPages } from './all-pages.ts';
import { markdownPath, type DocPage } from './doc-page.ts';
import { DocsLayout } from './docs-layout.tsx';
import { llmsText } from './llms-text.ts';
import { htmlOfMarkdown } from './markdown/html-of-markdown.ts';
import type { ServedPackage } from './packages/create-package.ts';
import { readClientPackage } from './packages/read-client-package.ts';
import { commandLineFile, readCommandLinePackage } from './packages/read-command-line-package.ts';
import { withExampleValues } from './running/example-values.ts';
import type { ExampleVisit } from './running/find-example-connection.ts';
import { readDocuments } from './read-documents.ts';
import { searchIndex } from './search/search-index.ts';
import { searchResult } from './search/search-result.ts';

/** A rendered page. `version`: changes with its bytes, which are compressed with gzip. */
export type StoredPage = { version: string; bytes: Buffer };

export type Docs = {
  /** The page at an address, or undefined. With `.md` at the end it is the page's Markdown. */
  pageAt(address: string): Promise<StoredPage> | undefined;
  /** The page at an address with the reader's own examples, or undefined. It is never kept. */
  pageWithExamples(address: string, examples: ExampleVisit): VNode | undefined;
  /** The address of every page, as HTML. */
  addresses: readonly string[];
  /** The address of the command line of this release, as a package. */
  commandLineAddress: string;
  /** The package at an address, or undefined: packed when it is first asked for, and kept. Rejects when it is not built. */
  packageAt(address: string): Promise<ServedPackage> | undefined;
  /** The result of a search, as Markdown and as HTML. */
  search(words: string): Promise<{ markdown: string; html(): string }>;
};

const compress = promisify(gzip);

async function stored(text: string): Promise<StoredPage> {
  const version = createHash('sha256').update(text).digest('base64url').slice(0, 16);
  return { version, bytes: await compress(text, { level: 9 }) };
}

const htmlOf = (
  page: Pick<DocPage, 'path' | 'title' | 'markdown' | 'requests'>,
  pages: readonly DocPage[],
  words?: string,
) => {
  const props = { ...page, pages, article: htmlOfMarkdown(page.markdown), ...(words !== undefined && { words }) };
  return `<!doctype html>${renderToString(<DocsLayout {...props} />)}`;
};

/** Its code makes a token of its own. */
const operatorsPath = '/docs/quickstarts/operator';

/** Makes the pages. `publicUrl`: where clients reach this hub. Throws when a file is missing. */
export function openDocs(publicUrl: string): Docs {
  const documents = readDocuments();
  const pages = allPages(documents, publicUrl);
  const commandLineAddress = `/docs/${commandLineFile(documents.commandLineFolder)}`;
  const packages = new Map<string, () => Promise<ServedPackage>>([
    ['/docs/order-hub-client.tgz', () => readClientPackage(documents.client.path)],
    [commandLineAddress, () => readCommandLinePackage(documents.commandLineFolder)],
  ]);
  const packed = new Map<string, Promise<ServedPackage>>();
  const find = searchIndex(pages);
  const texts = new Map<string, () => string>([
    ['/llms.txt', () => llmsText(pages, publicUrl)],
    ...pages.map((page) => [page.path, () => htmlOf(page, pages)] as const),
    ...pages.map((page) => [markdownPath(page), () => page.markdown] as const),
  ]);
  const kept = new Map<string, Promise<StoredPage>>();
  return {
    addresses: pages.map(({ path }) => path),
    pageAt(address) {
      const text = texts.get(address);
      if (!text) return undefined;
      const page = kept.get(address) ?? stored(text());
      kept.set(address, page);
      return page;
    },
    pageWithExamples(address, examples) {
      const page = pages.find(({ path }) => path === address);
      if (!page) return undefined;
      const markdown =
        page.path === operatorsPath ? page.markdown : withExampleValues(page.markdown, examples.connection);
      return <DocsLayout {...{ ...page, pages, examples }} article={htmlOfMarkdown(markdown, page.requests)} />;
    },
    commandLineAddress,
    packageAt(address) {
      const read = packages.get(address);
      if (!read) return undefined;
      const served = packed.get(address) ?? read();
      packed.set(address, served);
      return served;
    },
    async search(words) {
      const markdown = searchResult(words, words === '' ? [] : await find(words));
      return { markdown, html: () => htmlOf({ path: '/docs/search', title: 'Search', markdown }, pages, words) };
    },
  };
}
