/** How much a location has of what a catalog offers (docs/api/catalogs.md#inventory). */
import type { AccountCaller } from '@order-hub/shared/caller';
import { forbidden, invalidFields, type FieldError } from '@order-hub/shared/errors';
import { isWithin } from '@order-hub/shared/placed-resource';
import { can, type Right, type Scope } from '@order-hub/shared/scopes';
import { formatTime, parseTime } from '@order-hub/shared/times';
import type { Catalog } from '../catalogs/catalog.ts';
import type { InventoryChange } from './entry.schema.ts';

/** Of a ref. `stock` null: no limit, and no entry that is kept. */
export type Entry = { kind: 'sku' | 'option'; ref: string; stock: string | null; expires_at: Date | null };

/** Which inventory; its times are shown in `timezone`. */
export type Inventory = { account_id: string; catalog_id: string; location_id: string; timezone: string };

export const keyOf = ({ kind, ref }: Pick<Entry, 'kind' | 'ref'>) => `${kind} ${ref}`;

/** An entry as the API shows it, with its time in the location's timezone. */
export const shownEntry = ({ kind, ref, stock, expires_at }: Entry, timezone: string) => ({
  [`${kind}_ref`]: ref,
  stock,
  expires_at: expires_at && formatTime(expires_at, timezone),
});

/** The entries that a client sends. */
export const sentEntries = (sent: InventoryChange): Entry[] =>
  sent.map(({ sku_ref, option_ref, stock, expires_at }) => ({
    ...(typeof sku_ref === 'string'
      ? { kind: 'sku' as const, ref: sku_ref }
      : { kind: 'option' as const, ref: option_ref ?? '' }),
    stock,
    expires_at: typeof expires_at === 'string' ? parseTime(expires_at) : null,
  }));

/** Throws 422 for each ref that the catalog does not have or that is there twice, and for times that are over. */
export function assertEntries(entries: readonly Entry[], known: ReadonlySet<string>, now: Date): void {
  const seen = new Set<string>();
  const faults: FieldError[] = [];
  for (const [index, entry] of entries.entries()) {
    const [key, field] = [keyOf(entry), `${index}.${entry.kind}_ref`];
    if (!known.has(key)) faults.push({ field, message: `is not the ref of a ${entry.kind} of the catalog` });
    if (seen.has(key)) faults.push({ field, message: 'is there twice' });
    if (entry.expires_at && entry.expires_at <= now) {
      faults.push({ field: `${index}.expires_at`, message: 'must be in the future' });
    }
    seen.add(key);
  }
  if (faults.length > 0) throw invalidFields(faults);
}

/** Whether an entry says what is so already; `before` is undefined when the ref has none. */
export const isSame = (entry: Entry, before: Entry | undefined): boolean =>
  entry.stock === (before?.stock ?? null) && entry.expires_at?.getTime() === before?.expires_at?.getTime();

/** Whether the inventory is the caller's to look for: a catalog of the location, or of its account. */
export const isUsable = (caller: AccountCaller, catalog: Catalog, location_id: string): boolean =>
  isWithin(caller, catalog) && (catalog.location_id === null || catalog.location_id === location_id);

const holdsInventory = ({ permissions }: Scope, right: Right) =>
  permissions.includes('inventory.write') || permissions.includes(`inventory.${right}`);

/**
 * Throws forbidden without the right. That of the inventory is for every catalog of the location; the deprecated one that
 * comes with the right to a catalog is for the catalog that the connection is bound to.
 */
export function assertMay(right: Right, { scope, catalog_id }: AccountCaller, { id }: Catalog): void {
  if (holdsInventory(scope, right)) return;
  if (can(scope, `inventory.${right}`) && catalog_id === id) return;
  throw forbidden(`The scope of this connection does not include inventory.${right} for this catalog`);
}
