/** The rows in which a content is stored besides its document. Only those that an update changes are written. */
import { textArray } from '@order-hub/shared/binary-array';
import { depthFirst } from '../content/category-tree.ts';
import type { ContentField, ContentView } from '../content/content.schema.ts';
import type { Columns, ContentRows } from './prepared-content.ts';

/** The kinds of the rows of parts. Variants have none. */
const rowKinds: { [Field in ContentField]?: string } = {
  categories: 'category',
  products: 'product',
  option_lists: 'option_list',
  deals: 'deal',
  discounts: 'discount',
  charges: 'charge',
};

/** The fields of parts that rows are made from. */
type Part = {
  id: string;
  parent_id?: string | null;
  image_ids?: readonly string[];
  skus?: readonly { ref: string | null }[];
  options?: readonly { ref: string | null }[];
};

/** The limits of one statement, so that none occupies the event loop or the database for long. */
const rowsMax = 1_000;
const charsMax = 2 * 1024 * 1024;

/** Collects rows of `width` fields as columns, a portion for each statement. */
function openColumns(width: number) {
  const portions: Columns[] = [];
  let rows: string[][] = [];
  let chars = 0;
  function endPortion() {
    if (rows.length === 0) return;
    portions.push(Array.from({ length: width }, (_, index) => textArray(rows.map((row) => row[index] ?? ''))));
    rows = [];
    chars = 0;
  }
  return {
    add(...row: string[]) {
      const rowChars = row.reduce((sum, field) => sum + field.length, 0);
      if (rows.length >= rowsMax || chars + rowChars > charsMax) endPortion();
      rows.push(row);
      chars += rowChars;
    },
    end(): Columns[] {
      endPortion();
      return portions;
    },
  };
}

/** The refs that inventories name, by kind. */
const openRefs = () => ({ sku: new Set<string>(), option: new Set<string>() });
type Refs = ReturnType<typeof openRefs>;

function refsIn(content: ContentView | null): Refs {
  const refs = openRefs();
  for (const part of [...(content?.products ?? []), ...(content?.option_lists ?? [])]) addRefs(refs, part);
  return refs;
}

function addRefs(refs: Refs, { skus = [], options = [] }: Part): void {
  for (const { ref } of skus) if (ref !== null) refs.sku.add(ref);
  for (const { ref } of options) if (ref !== null) refs.option.add(ref);
}

/**
 * The refs that others do not have. Columns: kind, ref. In the order of their index, PostgreSQL inserts 89,000 of them in two
 * thirds of the time.
 */
function refsBeyond(refs: Refs, others: Refs): Columns[] {
  const columns = openColumns(2);
  for (const kind of ['sku', 'option'] as const) {
    const beyond = [...refs[kind]].filter((ref) => !others[kind].has(ref));
    for (const ref of beyond.sort()) columns.add(kind, ref);
  }
  return columns.end();
}

/** What the place of a part in its list depends on. */
const placeOf = ({ id, parent_id = null }: Part) => ({ id, parent_id });

/** The ids of parts in the order of their list: categories depth first, all others as they were sent. */
const listedIds = (parts: readonly Part[]): string[] => depthFirst(parts.map(placeOf));

function* jsonTextsOf(parts: Iterable<Part>): Generator<string, void> {
  for (const part of parts) yield JSON.stringify(part);
}

const isEqual = (some: readonly string[], others: readonly string[]) =>
  some.length === others.length && some.every((text, index) => text === others[index]);

/** Collects the rows of a content part by part, so that no part is needed once its text is rendered. */
export function openRows(previous: ContentView | null) {
  const [changed, removed] = [openColumns(3), openColumns(2)];
  const lists: ContentRows['lists'] = [];
  const [refs, previousRefs] = [openRefs(), refsIn(previous)];
  const images = new Set<string>();

  function note(part: Part): Part {
    addRefs(refs, part);
    for (const image of part.image_ids ?? []) images.add(image);
    return placeOf(part);
  }

  return {
    /** Renders the parts of a field as JSON texts. */
    *textsOf(field: ContentField, parts: Iterable<Part>): Generator<string, void> {
      const kind = rowKinds[field];
      if (kind === undefined) return yield* jsonTextsOf(parts);
      const previousParts: readonly Part[] = previous?.[field] ?? [];
      const removable = new Map(previousParts.map((part) => [part.id, part]));
      const listed: Part[] = [];
      for (const part of parts) {
        const text = JSON.stringify(part);
        yield text;
        if (JSON.stringify(removable.get(part.id)) !== text) changed.add(kind, part.id, text);
        removable.delete(part.id);
        listed.push(note(part));
      }
      for (const id of removable.keys()) removed.add(kind, id);
      const ids = listedIds(listed);
      if (!isEqual(ids, listedIds(previousParts))) lists.push({ kind, ids: textArray(ids) });
    },
    /** The rows that change. Every field must have been rendered. */
    end: (): ContentRows => ({
      changed: changed.end(),
      removed: removed.end(),
      lists,
      addedRefs: refsBeyond(refs, previousRefs),
      removedRefs: refsBeyond(previousRefs, refs),
      images: { ids: textArray([...images]), count: images.size },
    }),
  };
}
