/** What a file changes of a menu. Pure. */
import { isUntouched, withPlainBreaks } from '../../shown/untouched.ts';
import type { MenuChange, MenuRow } from '@order-hub/shared/menu-calls';
import { typedPrice } from '../fields/prices.ts';
import type { MessageKey } from '../texts.ts';
import type { Column, FileRow } from './columns.ts';
import type { Line } from './read-file.ts';

/** A change as the preview shows it. */
export type FileChange = { line: number; product: string; sku: string | null; change: MenuChange };

export type LineFault = {
  line: number;
  key: Extract<
    MessageKey,
    'bad_price' | 'empty_name' | 'unknown_ref' | 'ambiguous_ref' | 'no_ref_given' | 'unknown_size' | 'contradicts'
  >;
  values: Record<string, string>;
};

/** `left`: lines about what the menu does not have, or cannot be told apart. They change nothing. */
export type FileChanges = { changes: FileChange[]; faults: LineFault[]; left: LineFault[] };

type Context = { rows: readonly MenuRow[]; has: ReadonlySet<Column>; currency: string };
type Sku = MenuRow['skus'][number];
type Found = { row: MenuRow; sku: Sku };

function byRef(rows: readonly MenuRow[]) {
  const found = new Map<string, MenuRow[]>();
  for (const row of rows) {
    const { ref } = row.product;
    const same = ref === null ? undefined : found.get(ref);
    if (same) same.push(row);
    else if (ref !== null) found.set(ref, [row]);
  }
  return found;
}

/** The sku that a line means: by its ref, else by its name, else the only one. */
function skuOf({ skus }: MenuRow, { size_ref, size }: FileRow): Sku | undefined {
  if (size_ref !== '') {
    const same = skus.filter(({ ref }) => ref === size_ref);
    return same.length === 1 ? same[0] : same.find(({ name }) => (name ?? '') === size);
  }
  return skus.find(({ name }) => (name ?? '') === size) ?? (skus.length === 1 ? skus[0] : undefined);
}

function foundIn({ number: line, row }: Line, refs: ReadonlyMap<string, MenuRow[]>): Found | LineFault {
  if (row.ref === '') return { line, key: 'no_ref_given', values: { name: row.name } };
  const [product, ...others] = refs.get(row.ref) ?? [];
  if (!product) return { line, key: 'unknown_ref', values: { ref: row.ref } };
  if (others.length > 0) return { line, key: 'ambiguous_ref', values: { ref: row.ref } };
  const sku = skuOf(product, row);
  return sku
    ? { row: product, sku }
    : { line, key: 'unknown_size', values: { ref: row.ref, size: row.size_ref || row.size } };
}

type Candidate = { child_id: string | null; field: MenuChange['field']; before: string | null; after: string | null };

type Said = Candidate | 'bad_price' | 'empty_name';

/** What a line says about a product and its sku, by column. */
const saidBy: readonly { column: Column; say(row: FileRow, found: Found, currency: string): Said | undefined }[] = [
  {
    column: 'name',
    say: ({ name }, { row }) =>
      name.trim() === '' ? 'empty_name' : { child_id: null, field: 'name', before: row.product.name, after: name },
  },
  {
    column: 'description',
    say({ description }, { row: { product } }) {
      const before = product.description;
      return { child_id: null, field: 'description', before, after: described(description, before) };
    },
  },
  {
    column: 'size',
    say: ({ size, size_ref }, { sku }) =>
      size_ref === ''
        ? undefined
        : { child_id: sku.id, field: 'name', before: sku.name, after: size === '' ? null : size },
  },
  {
    column: 'price',
    say({ price }, { sku }, currency) {
      const after = typedPrice(price, currency);
      return after === undefined ? 'bad_price' : { child_id: sku.id, field: 'price', before: sku.price, after };
    },
  },
];

/** Spreadsheets change line breaks. What differs in these alone is not changed. */
function described(text: string, before: string | null): string | null {
  if (text === '') return null;
  return before !== null && isUntouched('area', before, text) ? before : withPlainBreaks(text);
}

/** Collects the changes of lines. A product has several lines: they must say the same about it. */
function openChanges() {
  const said = new Map<string, string | null>();
  const [changes, faults, left]: [FileChange[], LineFault[], LineFault[]] = [[], [], []];
  function add(line: number, { row: { product }, sku }: Found, { child_id, field, before, after }: Candidate) {
    const key = `${product.id} ${child_id ?? ''} ${field}`;
    const earlier = said.get(key);
    said.set(key, after);
    if (earlier !== undefined && earlier !== after)
      faults.push({ line, key: 'contradicts', values: { ref: product.ref ?? '' } });
    if (earlier !== undefined || before === after) return;
    const change: MenuChange = { kind: 'product', id: product.id, child_id, field, before, after };
    changes.push({ line, product: product.name, sku: child_id === null ? null : sku.name, change });
  }
  return { add, changes, faults, left };
}

/** The changes that a file makes, what is wrong with it, and what it leaves. */
export function fileChanges(lines: readonly Line[], context: Context): FileChanges {
  const refs = byRef(context.rows);
  const open = openChanges();
  for (const line of lines) {
    const found = foundIn(line, refs);
    if ('key' in found) {
      open.left.push(found);
      continue;
    }
    for (const { column, say } of saidBy) {
      const candidate = context.has.has(column) ? say(line.row, found, context.currency) : undefined;
      if (candidate === undefined) continue;
      if (typeof candidate === 'string')
        open.faults.push({ line: line.number, key: candidate, values: { price: line.row.price } });
      else open.add(line.number, found, candidate);
    }
  }
  const { changes, faults, left } = open;
  return { changes, faults, left };
}
