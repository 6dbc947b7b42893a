/** Paths of the API that a client may have meant by an unknown one (docs/api/errors.md#unknown-urls). Pure. */
import { apiPaths } from './api-paths.ts';

/** What other APIs call things, and what the hub calls them. */
const otherWords: Readonly<Record<string, readonly string[]>> = {
  webhook: ['callback'],
  webhooks: ['callback'],
  hook: ['callback'],
  hooks: ['callback'],
  callbacks: ['callback'],
  event: ['events'],
  order: ['orders'],
  deliveries: ['deliveries', 'delivery'],
  menu: ['catalogs'],
  menus: ['catalogs'],
  catalog: ['catalogs'],
  catalogue: ['catalogs'],
  catalogues: ['catalogs'],
  category: ['categories'],
  product: ['products'],
  item: ['products'],
  items: ['products'],
  sku: ['skus'],
  option_list: ['option_lists'],
  modifiers: ['option_lists'],
  modifier_groups: ['option_lists'],
  option: ['options'],
  deal: ['deals'],
  image: ['images'],
  stock: ['inventory'],
  stocks: ['inventory'],
  inventories: ['inventory'],
  client: ['customers'],
  clients: ['customers'],
  customer: ['customers'],
  customer_list: ['customer_lists'],
  customerlists: ['customer_lists'],
  loyalty: ['loyalty_cards'],
  loyalty_card: ['loyalty_cards'],
  operation: ['operations'],
  anonymize: ['anonymise'],
  shop: ['location'],
  shops: ['locations'],
  store: ['location'],
  stores: ['locations'],
  restaurant: ['location'],
  restaurants: ['locations'],
  me: ['user'],
  users: ['user'],
  profile: ['user'],
  logs: ['requests'],
};

const segmentsOf = (path: string) => path.split('/').filter((segment) => segment !== '');

const templates = apiPaths.map(segmentsOf);
const ownWords = new Set(templates.flat().filter((segment) => !segment.startsWith(':')));

/** How a client may have meant a segment: as a word of the API; none for an id. */
function wordsOf(segment: string): readonly string[] {
  const word = segment.replaceAll(/(?<=[a-z])(?=[A-Z])|-/g, '_').toLowerCase();
  const others = otherWords[word] ?? [];
  return ownWords.has(word) ? [word, ...others] : others;
}

const fits = (part: string, segment: string) =>
  part.startsWith(':') ? wordsOf(segment).length === 0 : wordsOf(segment).includes(part);

type Match = { missing: number; hasUnknown: boolean; path: string };

/** The template with a gap in what the client gave: undefined if it does not fit. What follows the gap begins with a word. */
function matchWithGap(template: readonly string[], given: readonly string[], gapAt: number): Match | undefined {
  const missing = template.length - given.length;
  const after = gapAt + missing;
  const isGiven = (at: number) => at < gapAt || at >= after;
  const valueAt = (at: number) => given[at < gapAt ? at : at - missing] ?? '';
  if (template[after]?.startsWith(':') || !template.every((part, at) => !isGiven(at) || fits(part, valueAt(at))))
    return undefined;
  const gap = template.slice(gapAt, after);
  // The short form stands for it.
  if (gap.includes(':location_id') || gap.includes(':account_id')) return undefined;
  const parts = template.map((part, at) => {
    if (!part.startsWith(':')) return part;
    return isGiven(at) ? valueAt(at) : `<${part.slice(1)}>`;
  });
  return { missing, hasUnknown: gap.some((part) => part.startsWith(':')), path: `/v1/${parts.join('/')}` };
}

/** The paths of the API that these segments stand for, if nothing or one part of each is missing. */
function matchesOf(given: readonly string[]): Match[] {
  return templates.flatMap((template) => {
    if (template.length < given.length) return [];
    const gaps = template.length === given.length ? [0] : given.map((_, at) => at);
    return gaps.flatMap((gapAt) => matchWithGap(template, given, gapAt) ?? []);
  });
}

/** What clients put before a path: `/v1` twice, `/api`, or neither. */
const withoutStart = (segments: readonly string[]): readonly string[] =>
  /^(?:api|v[0-9]+)$/i.test(segments[0] ?? '') ? withoutStart(segments.slice(1)) : segments;

const isPlace = (segment: string) => wordsOf(segment).some((word) => word === 'location' || word === 'account');
const arePlaces = (segment: string) => wordsOf(segment).some((word) => word === 'locations' || word === 'accounts');

/** The same without the location or account at its start: what follows may be elsewhere. */
function withoutPlace(segments: readonly string[]): readonly string[] {
  const [first = '', second = ''] = segments;
  if (isPlace(first)) return segments.slice(1);
  return arePlaces(first) && wordsOf(second).length === 0 ? segments.slice(2) : segments;
}

/** Most connections are of a location. */
const rank = ({ path }: Match) => (path.startsWith('/v1/location') ? 0 : 1);

const similarMax = 3;
const segmentsMax = 12;

/**
 * The paths that an unknown one stands for: it lacks its start or a part within, begins twice, or has a neighbour's word. At most three, those that lack
 * least first; one with an unknown id, such as `<catalog_id>`, only where there is no other.
 */
export function similarPaths(path: string): string[] {
  const segments = withoutStart(segmentsOf(path));
  if (segments.length === 0 || segments.length > segmentsMax) return [];
  const inner = withoutPlace(segments);
  const direct = matchesOf(segments);
  const found = direct.length > 0 || inner.length === 0 ? direct : matchesOf(inner);
  const known = found.filter(({ hasUnknown }) => !hasUnknown);
  const chosen = (known.length > 0 ? known : found).toSorted((a, b) => a.missing - b.missing || rank(a) - rank(b));
  return [...new Set(chosen.map((match) => match.path))].filter((other) => other !== path).slice(0, similarMax);
}
