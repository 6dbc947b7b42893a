/** Rules that change answers of the hub. */
import { isJson, withJson, type Answer, type Rule } from './call.ts';

type Fields = Record<string, unknown>;

const parsed = ({ body }: Answer): unknown => JSON.parse(body.toString());

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A field that no guide mentions: a later version may add fields (docs/api/conventions.md#versioning). */
const laterField = { field_of_a_later_version: { note: 'ignore me' } };

const withLaterField = (value: unknown): unknown => (isFields(value) ? { ...value, ...laterField } : value);

/** The text of an event with unknown fields, in its state too. */
export function laterEvent(text: string): string {
  const event = JSON.parse(text) as Fields;
  const state = isFields(event['new_state']) && { new_state: withLaterField(event['new_state']) };
  return JSON.stringify({ ...event, ...state, ...laterField });
}

/** Adds an unknown field to every object that the application gets. */
export const addLaterFields: Rule = {
  applies: () => true,
  async answer(call, forward) {
    const answer = await forward(call);
    if (answer.status !== 200 || !isJson(answer)) return answer;
    const value = parsed(answer);
    return withJson(answer, Array.isArray(value) ? value.map(withLaterField) : withLaterField(value));
  },
};

/** Calls `found` with each object that has a `ref` and a `price`: skus, options, charges. */
function eachPriced(value: unknown, found: (priced: Fields & { ref: string; price: string }) => void): void {
  if (Array.isArray(value)) return value.forEach((part) => eachPriced(part, found));
  if (!isFields(value)) return;
  const { ref, price } = value;
  if (typeof ref === 'string' && typeof price === 'string') found(value as Fields & { ref: string; price: string });
  Object.values(value).forEach((part) => eachPriced(part, found));
}

const isOfCatalog = (path: string) => /^\/catalogs\/\w+(\/products(\/|\?|$)|\?|$)/.test(path);

export type Prices = {
  rule: Rule;
  /** The last price of this ref that the application has read. */
  of(ref: string): string | undefined;
  /** All prices of this ref that it has read in this run. */
  all(ref: string): readonly string[];
  /** From now on, the application reads this price for the ref. */
  change(ref: string, price: string): void;
};

/** Ends the ETag of a catalog whose price the run has changed. */
const mark = '-changed"';

/** Notes the prices in catalogs that the application reads, and changes one of them when asked. */
export function pricesOfCatalogs(): Prices {
  const prices = new Map<string, readonly string[]>();
  const all = (ref: string) => prices.get(ref) ?? [];
  let changed: { ref: string; price: string } | undefined;

  const alter = (answer: Answer): Answer => {
    if (answer.status !== 200 || !isJson(answer)) return answer;
    const value = parsed(answer);
    eachPriced(value, (priced) => {
      if (priced.ref === changed?.ref) priced.price = changed.price;
      prices.set(priced.ref, [...all(priced.ref).filter((price) => price !== priced.price), priced.price]);
    });
    if (!changed) return answer;
    const { etag } = answer.headers;
    const headers = { ...answer.headers, ...(etag !== undefined && { etag: etag.replace(/"$/, mark) }) };
    return withJson({ ...answer, headers }, value);
  };

  return {
    rule: {
      applies: ({ entry }) => entry.method === 'GET' && isOfCatalog(entry.path),
      async answer(call, forward) {
        if (!changed) return alter(await forward(call));
        // The application may have the catalog with the price before, which is not current any more.
        const { 'if-none-match': tag, ...headers } = call.headers;
        const isCurrent = tag?.endsWith(mark) ?? false;
        const known = isCurrent && { 'if-none-match': String(tag).replace(mark, '"') };
        return alter(await forward({ ...call, headers: { ...headers, ...known } }));
      },
    },
    of: (ref) => all(ref).at(-1),
    all,
    change(ref, price) {
      changed = { ref, price };
    },
  };
}
