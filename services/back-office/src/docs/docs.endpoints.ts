import type { PageDeps } from '@order-hub/pages/declared-page';
import { errorPage } from '@order-hub/pages/error-page';
import { pageReply, publicPageHeaders } from '@order-hub/pages/replies';
import { endpoint, type PublicContext } from '@order-hub/shared/endpoint';
import { notFound } from '@order-hub/shared/errors';
import { fullReply } from '@order-hub/shared/full-reply';
import { textUpTo } from '@order-hub/shared/texts';
import type { AskFor } from '@order-hub/shared/principal-call';
import Negotiator from 'negotiator';
import { z } from 'zod';
import type { Docs } from './open-docs.tsx';
import { findExampleConnection } from './running/find-example-connection.ts';
import { wordsMax } from './search/search-index.ts';

type DocsDeps = { docs: Docs; publicUrl: string };
type PagesDeps = DocsDeps & PageDeps & { askFor: AskFor };

const html = 'text/html';
const markdown = 'text/markdown';
const withCharset = (type: string) => `${type}; charset=utf-8`;

/** Whether the client prefers Markdown. Browsers do not name it. */
const prefersMarkdown = ({ headers }: PublicContext) =>
  new Negotiator({ headers }).mediaType([html, markdown]) === markdown;

/** The address without its query. */
const addressOf = ({ url }: PublicContext) => url.split('?')[0] ?? '';

const typeOf = (address: string) =>
  withCharset(address.endsWith('.md') ? markdown : address.endsWith('.txt') ? 'text/plain' : html);

/** The page with the examples of the connection that this session has chosen; undefined when it is the same for everybody. */
async function findOwnPage(address: string, ctx: PublicContext, deps: PagesDeps) {
  if (!typeOf(address).startsWith(html)) return undefined;
  const examples = await findExampleConnection(ctx, deps);
  const own = examples && deps.docs.pageWithExamples(address, examples);
  return own && pageReply(examples.visit, own);
}

/**
 * Answers the page at the address of the request. It is the same for everybody, unless the session has chosen a connection for
 * the examples. Throws not_found when there is none.
 */
async function answerPage(_input: object, ctx: PublicContext, deps: PagesDeps) {
  const path = addressOf(ctx);
  const isChosen = /\.\w+$/.test(path);
  const address = !isChosen && prefersMarkdown(ctx) ? `${path}.md` : path;
  const page = await deps.docs.pageAt(address);
  if (!page) throw notFound('Page');
  const own = await findOwnPage(address, ctx, deps);
  if (own) return own;
  const headers = { ...publicPageHeaders(deps.publicUrl), ...(!isChosen && { Vary: 'Accept' }) };
  return {
    version: page.version,
    type: typeOf(address),
    isGzip: true,
    headers,
    read: () => Promise.resolve(page.bytes),
  };
}

/**
 * Answers a package for npm. It is compressed already, and no encoding of the answer: npm would not unpack it. Throws not_found when
 * there is none at the address, such as that of another release.
 */
async function answerPackage(_input: object, ctx: PublicContext, { docs, publicUrl }: DocsDeps) {
  const found = await docs.packageAt(addressOf(ctx));
  if (!found) throw notFound('Package');
  const { version, bytes } = found;
  const headers = publicPageHeaders(publicUrl);
  return { version, type: 'application/gzip', isGzip: false, headers, read: () => Promise.resolve(bytes) };
}

/** Leads to the command line of this release: its address has its version, so that nothing keeps an older one for it. */
function goToCommandLine(_input: object, _ctx: PublicContext, { docs, publicUrl }: DocsDeps) {
  const headers = { ...publicPageHeaders(publicUrl), Location: docs.commandLineAddress };
  return Promise.resolve(fullReply({ status: 302, headers, body: '' }));
}

type SearchInput = { query: { q?: string | undefined } };

/** Answers what a search has found. Nothing of it is kept. */
async function answerSearch({ query: { q = '' } }: SearchInput, ctx: PublicContext, { docs, publicUrl }: DocsDeps) {
  const found = await docs.search(q.trim());
  const isMarkdown = addressOf(ctx).endsWith('.md') || prefersMarkdown(ctx);
  const type = withCharset(isMarkdown ? markdown : html);
  const headers = { ...publicPageHeaders(publicUrl), 'Content-Type': type, 'Cache-Control': 'no-store' };
  return fullReply({ status: 200, headers, body: isMarkdown ? found.markdown : found.html() });
}

const open = { access: 'public', reply: z.never(), refuse: errorPage } as const;
const page = { ...open, handle: answerPage };
const search = {
  ...open,
  summary: 'Search the documentation',
  query: { q: textUpTo(wordsMax).optional() },
  handle: answerSearch,
};

/** The documentation. Its pages are made from files: what they are is not declared here. */
export const docsEndpoints = [
  endpoint('GET /llms.txt', { ...page, summary: 'The list of all pages of the documentation, for programs' }),
  endpoint('GET /docs.md', { ...page, summary: 'Where the documentation begins, as Markdown' }),
  endpoint('GET /docs', { ...page, summary: 'Where the documentation begins' }),
  endpoint('GET /docs/order-hub-cli.tgz', {
    ...open,
    summary: 'Where the command line of this release is',
    handle: goToCommandLine,
  }),
  endpoint('GET /docs/order-hub-cli-:major.:minor.:patch.tgz', {
    ...open,
    summary: 'The command line of this release, as a package for npm',
    handle: answerPackage,
  }),
  endpoint('GET /docs/order-hub-client.tgz', {
    ...open,
    summary: 'The typed client, as a package for npm',
    handle: answerPackage,
  }),
  endpoint('GET /docs/search.md', search),
  endpoint('GET /docs/search', search),
  endpoint('GET /docs/:page.md', { ...page, summary: 'A page of the guide, as Markdown' }),
  endpoint('GET /docs/:page', { ...page, summary: 'A page of the guide' }),
  endpoint('GET /docs/:part/:page.md', { ...page, summary: 'A page of another part, as Markdown' }),
  endpoint('GET /docs/:part/:page', { ...page, summary: 'A page of another part' }),
];
