import { Layout } from '@order-hub/pages/layout';
import { examplesScript } from '@order-hub/pages/assets';
import type { DocPage } from './doc-page.ts';
import type { RenderedMarkdown } from './markdown/html-of-markdown.ts';
import { ExampleBar, ExampleInvitation } from './running/example-bar.tsx';
import type { ExampleVisit } from './running/find-example-connection.ts';
import { wordsMax } from './search/search-index.ts';

const Menu = () => (
  <>
    <a href="/docs/reference">Reference</a>
    <a href="/docs/search">Search</a>
    <a href="#contents">Contents</a>
    <a href="/back-office">Back office</a>
  </>
);

export const SearchForm = ({ id, words = '' }: { id: string; words?: string }) => (
  <form class="search" action="/docs/search" role="search" aria-label={id === 'words' ? 'All pages' : 'This site'}>
    <label for={id}>Search the documentation</label>
    <div>
      <input id={id} name="q" type="search" value={words} maxLength={wordsMax} />
      <button>Search</button>
    </div>
  </form>
);

type Link = { href: string; label: string };

const LinkList = ({ title, links, path }: { title: string; links: readonly Link[]; path: string }) =>
  links.length === 0 ? null : (
    <>
      <h2>{title}</h2>
      <ul>
        {links.map(({ href, label }) => (
          <li>
            <a href={href} aria-current={href === path ? 'page' : undefined}>
              {label}
            </a>
          </li>
        ))}
      </ul>
    </>
  );

type DocsLayoutProps = {
  title: string;
  path: string;
  article: RenderedMarkdown;
  /** All pages, for the contents. */
  pages: readonly DocPage[];
  /** What was searched for, on the page of the search. */
  words?: string;
  /** The requests of its examples, if it has some. */
  requests?: DocPage['requests'];
  /** Whose examples it shows; undefined on the page that is the same for everybody. */
  examples?: ExampleVisit | undefined;
};

/** The article of a page: above it the search, or what its examples use. */
const Article = ({ path, article, words, requests = [], examples }: Omit<DocsLayoutProps, 'title' | 'pages'>) => {
  const place = path === '/docs' ? 'start' : words === undefined ? undefined : 'found';
  return (
    <article class={place}>
      {words !== undefined && <SearchForm id="words" words={words} />}
      {examples && <ExampleBar {...examples} path={path} />}
      {!examples && requests.length > 0 && <ExampleInvitation path={path} />}
      {/* Made from our own Markdown files, whose tags are escaped. */}
      <div dangerouslySetInnerHTML={{ __html: article.html }} />
    </article>
  );
};

/** The second-level headings of the page. */
const Headings = ({ path, article }: Pick<DocsLayoutProps, 'path' | 'article'>) => {
  const links = article.headings
    .filter(({ depth }) => depth === 2)
    .map(({ id, text }) => ({ href: `#${id}`, label: text }));
  if (links.length === 0) return null;
  return (
    <nav id="headings" aria-label="On this page">
      <LinkList title="On this page" links={links} path={path} />
    </nav>
  );
};

/** All pages by part, with the search unless the page is the search itself. */
const Contents = ({ path, pages, words }: Pick<DocsLayoutProps, 'path' | 'pages' | 'words'>) => {
  const linksOf = (part: string) =>
    pages
      .filter((page) => page.part === part)
      .map((page) => ({ href: page.path, label: page.title.replace(/^(?:Reference|Quickstart): /, '') }));
  return (
    <nav id="contents" aria-label="Documentation">
      {words === undefined && <SearchForm id="search" />}
      <LinkList title="Quickstarts" links={linksOf('Quickstarts')} path={path} />
      <LinkList title="Guide" links={linksOf('Guide')} path={path} />
      <LinkList title="API" links={linksOf('Reference')} path={path} />
    </nav>
  );
};

/** A page of the documentation. Without `examples` it knows nothing about its visitor. */
export const DocsLayout = (page: DocsLayoutProps) => {
  const { title, path, words, requests = [], examples } = page;
  return (
    <Layout
      title={title}
      visit={examples?.visit ?? null}
      {...(examples && requests.length > 0 && { script: examplesScript })}
      width="docs"
      menu={<Menu />}
      alternate={words === undefined ? { href: `${path}.md`, type: 'text/markdown' } : undefined}
      trail={path === '/docs' ? [] : [{ label: 'Documentation', href: '/docs' }]}
    >
      <div class="columns">
        <Article {...page} />
        <Headings {...page} />
        <Contents {...page} />
      </div>
    </Layout>
  );
};
