/** Where the links of the repository's Markdown files lead on this hub. */
import { posix } from 'node:path';

const link = /\[([^\]]*)\]\(([^()\s]+)\)/g;
const codeBlock = /(^```[^]*?^```$)/m;
const isElsewhere = /^(?:[a-z]+:|#|\/)/i;
const pages: readonly (readonly [RegExp, string])[] = [
  [/^docs\/api\/README\.md$/, '/docs.md'],
  [/^docs\/api\/([\w-]+\.md)$/, '/docs/$1'],
  [/^docs\/quickstarts\/([\w-]+\.md)$/, '/docs/quickstarts/$1'],
  [/^docs\/((?:command-line|glossary)\.md)$/, '/docs/$1'],
  [/^packages\/client\/README\.md$/, '/docs/client.md'],
  [/^docs\/openapi\.json$/, '/v1/openapi.json'],
];

/** Where a file of the repository is on this hub; undefined if the hub does not show it. */
export function siteAddress(file: string): string | undefined {
  const [pattern, address] = pages.find(([known]) => known.test(file)) ?? [];
  return pattern && file.replace(pattern, address ?? '');
}

/** The target of a link in `file`, as an address on this hub; undefined if the hub does not show it. */
function targetOnSite(file: string, target: string): string | undefined {
  if (isElsewhere.test(target)) return target;
  const [path = '', anchor] = target.split('#');
  const address = siteAddress(posix.join(posix.dirname(file), path));
  return address && (anchor === undefined ? address : `${address}#${anchor}`);
}

/** Replaces the links in a Markdown file by those of this hub. Of a link to what the hub does not show, the words stay. */
export const withSiteLinks = (file: string, markdown: string): string =>
  markdown
    .split(codeBlock)
    .map((piece, index) => {
      if (index % 2 === 1) return piece;
      return piece.replace(link, (_whole, label: string, target: string) => {
        const address = targetOnSite(file, target);
        return address === undefined ? label : `[${label}](${address})`;
      });
    })
    .join('');

const linkToGuide = /\]\(api\/([\w-]+)(\.md(?:#[\w-]+)?)\)/g;

/** Makes the links of the API document, such as `[create](api/orders.md#create)`, lead to the guide on this hub. */
export const withGuideLinks = (text: string): string =>
  text.replace(linkToGuide, (_whole, page: string, rest: string) =>
    page === 'README' ? `](/docs${rest})` : `](/docs/${page}${rest})`,
  );

/** The address of the HTML page for a link to a Markdown one: `/docs/orders.md#create` becomes `/docs/orders#create`. */
export const htmlAddress = (address: string): string => address.replace(/^(\/docs(?:\/[\w/-]+)?)\.md(?=#|$)/, '$1');
