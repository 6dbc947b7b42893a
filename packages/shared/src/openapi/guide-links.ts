/** Links from the API document to the guide. They are relative to docs/openapi.json; the gateway makes those it serves lead to itself. */
import type { Json } from '../http/json-schema.ts';

/** A page of the guide, and perhaps a heading; in parentheses or not. */
const citation = /docs\/api\/([\w-]+)\.md(?:#([\w-]+))?/g;

/** The address of a citation such as `docs/api/orders.md#create`, relative to the document. */
export const linkOf = (cited: string): string => cited.replace(/^docs\//, '');

/** The heading or page that a citation names, in words. */
const titleOf = (page: string, heading = page) => (heading === 'README' ? 'guide' : heading.replaceAll('-', ' '));

const linked = (text: string) =>
  text.replace(
    citation,
    (cited: string, page: string, heading?: string) => `[${titleOf(page, heading)}](${linkOf(cited)})`,
  );

/** The reference to the heading of an endpoint's rules. */
export const externalDocs = (cited: string): Json => {
  const [, page = '', heading] = /\/([\w-]+)\.md(?:#([\w-]+))?$/.exec(cited) ?? [];
  return { description: `Guide: ${titleOf(page, heading)}`, url: linkOf(cited) };
};

/** The value with each citation in a `description` made a link. */
export function withLinks<Value>(value: Value): Value {
  return JSON.parse(JSON.stringify(value), (key: string, part: unknown) =>
    key === 'description' && typeof part === 'string' ? linked(part) : part,
  ) as Value;
}
