/** What a file changes of a menu. Pure. */
import { isUntouched, withPlainBreaks } from '../../shown/untouched.ts';
import type { MenuChange, MenuRow } from '@order-hub/shared/menu-calls';
import { typedPrice } from '../fields/prices.ts';
import type { MessageKey } from '../texts.ts';
import { rowOfSku, type Column, type FileRow } from './columns.ts';
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
type Target = Pick<Candidate, 'child_id' | 'field' | 'before'>;

/** What a cell is about, and its new value; a fault for a cell that has none. */
type Cell = {
  column: Exclude<Column, 'ref' | 'size_ref'>;
  target(found: Found): Target;
  valueOf(cell: string, currency: string): string | null | undefined;
  fault?: 'bad_price' | 'empty_name';
};

const textOrNull = (cell: string) => (cell === '' ? null : withPlainBreaks(cell));

const cells: readonly Cell[] = [
  {
    column: 'name',
    target: ({ row: { product } }) => ({ child_id: null, field: 'name', before: product.name }),
    valueOf: (name) => (name.trim() === '' ? undefined : withPlainBreaks(name)),
    fault: 'empty_name',
  },
  {
    column: 'description',
    target: ({ row: { product } }) => ({ child_id: null, field: 'description', before: product.description }),
    valueOf: textOrNull,
  },
  {
    column: 'size',
    target: ({ sku }) => ({ child_id: sku.id, field: 'name', before: sku.name }),
    valueOf: textOrNull,
  },
  {
    column: 'price',
    target: ({ sku }) => ({ child_id: sku.id, field: 'price', before: sku.price }),
    valueOf: typedPrice,
    fault: 'bad_price',
  },
];

/**
 * What a line says in one cell. A cell that says what the export would say changes nothing and is not judged: an app may have written
 * what the file could not. Spreadsheets change line breaks, so what differs in these alone is the same.
 */
function saidIn({ column, target, valueOf, fault }: Cell, row: FileRow, found: Found, currency: string) {
  const { before, ...of } = target(found);
  if (isUntouched('area', rowOfSku(found.row.product, found.sku)[column], row[column]))
    return { ...of, before, after: before };
  const after = valueOf(row[column], currency);
  return after === undefined ? fault : { ...of, before, after };
}

/** The name of a size is what tells a size without a ref. */
const saysAnything = ({ column }: Cell, row: FileRow, has: ReadonlySet<Column>) =>
  has.has(column) && (column !== 'size' || row.size_ref !== '');

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
    for (const cell of cells.filter((one) => saysAnything(one, line.row, context.has))) {
      const said = saidIn(cell, line.row, found, context.currency);
      if (said === undefined) continue;
      if (typeof said === 'string')
        open.faults.push({ line: line.number, key: said, values: { price: line.row.price } });
      else open.add(line.number, found, said);
    }
  }
  const { changes, faults, left } = open;
  return { changes, faults, left };
}
